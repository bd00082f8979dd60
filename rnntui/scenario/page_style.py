"""The style sheet of a handout."""

STYLE = """\
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --soft: #57606a; --line: #c9ced6;
  --tint: #f3f5f8; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --paper: #12161c; --soft: #a3adba; --line: #3b4653; --tint: #1c232c; --link: #8ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 50rem; padding: 1.5rem 1rem 4rem; color: var(--ink); background: var(--paper);
  font: 1.05rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1rem; color: var(--soft); margin: 0 0 .4rem; }
section { margin: 2.4rem 0; padding-top: 1rem; border-top: 1px solid var(--line); }
p { margin: .5rem 0; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; }
code { overflow-wrap: anywhere; }
a { color: var(--link); }
a.number { color: inherit; text-decoration: underline dotted var(--soft); text-underline-offset: .2em; }
:target { background: var(--tint); outline: 2px solid var(--link); }
.question { padding: .6rem 1rem; margin: .8rem 0; background: var(--tint); border-left: 4px solid var(--link); }
.question ol { margin: .4rem 0; padding-left: 2rem; }
.notes { padding: .2rem 1rem; margin: .8rem 0; border-left: 4px solid var(--line); color: var(--soft); }
details { margin: .5rem 0; }
summary { cursor: pointer; }
figure { margin: 1rem 0; }
figure svg { display: block; width: 100%; height: auto; }
figcaption, .screen, footer { color: var(--soft); font-size: .85rem; }
.screen pre { overflow-x: auto; padding: .6rem; background: var(--tint); color: var(--ink); line-height: 1.25; }
.fold:not([open]) + .folded { display: none; }
.fold summary { display: inline-block; padding: .2rem .8rem; border: 1px solid var(--link); color: var(--link); }
.answer { padding: 0 1rem; border-left: 4px solid var(--link); }
.numbers { font-size: .85rem; }
.numbers h2 { font-size: 1.2rem; color: var(--ink); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; }
.numbers td:nth-child(2) { white-space: nowrap; }
@page { margin: 16mm 14mm; }
@media print {
  :root { --ink: #000000; --paper: #ffffff; --soft: #444444; --line: #999999; --tint: #ffffff; --link: #000000; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  section { margin: 0; padding: 6pt 0; }
  p { margin: 3pt 0; line-height: 1.4; }
  .fold, .screen { display: none; }
  .fold:not([open]) + .folded { display: block; }
  figure, .question, .said, tr { break-inside: avoid; }
  h2, .said { break-after: avoid; }
  /* Two beats a page, on A4 and on Letter, each with its picture large enough to be read. */
  figure { margin: 4pt 0; }
  figure svg { max-height: 70mm; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  figcaption { font-size: 8pt; }
  a.number { text-decoration: none; }
  .numbers { font-size: 8pt; }
  .numbers td:nth-child(4) { white-space: nowrap; }
}
"""
