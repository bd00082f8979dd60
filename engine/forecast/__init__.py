"""Forecasting a monthly series: the textbook's airline passengers, three cells, and what they have to beat.

`series` reads it, `problem` says what is forecast and how it is judged; `network` and `learning` are the recurrent
networks; `rivals` and `sarima` forecast without one; `judging` compares.
"""
