/* The lesson's plain cell, trained in place: the same loops as rnntui_engine, for comparison of speed and of bits.
 *
 *     plain SEED_STATE EPOCHS RATE < doubles
 *
 * Standard input: N, T, H as three doubles, then the inputs (N, T, 2), the labels (N), Wx (H, 2), Wh (H, H), b (H),
 * v (H), c (1). Standard output: the trained Wx, Wh, b, v, c, then the seconds of the loops alone.
 * To be compiled without contraction (-ffp-contract=off): a fused multiply-add rounds once where the lesson rounds twice.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double LOG2_E = 0x1.71547652b82fep+0, LN2_HIGH = 0x1.62e42fee00000p-1, LN2_LOW = 0x1.a39ef35793c76p-33;
static const double HALF_LN2 = 0.34657359027997264;
static double inverse_factorial[14];

static double power_of_two(int k)
{
    int64_t bits = (int64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

static double series(double r)
{
    double p = inverse_factorial[13];
    for (int n = 12; n >= 2; n--) p = inverse_factorial[n] + r * p;
    return p;
}

static double own_exp(double x)
{
    if (x != x) return x;
    if (x > 709.0) return INFINITY;
    if (x < -708.0) return 0.0;
    double k = floor(x * LOG2_E + 0.5);
    double r = (x - k * LN2_HIGH) - k * LN2_LOW;
    return power_of_two((int)k) * (1.0 + (r + (r * r) * series(r)));
}

static double own_expm1(double x)
{
    double k = floor(x * LOG2_E + 0.5);
    double r = (x - k * LN2_HIGH) - k * LN2_LOW;
    double e = r + (r * r) * series(r);
    if (k == 0.0) return e;
    double power = power_of_two((int)k);
    return power * e + (power - 1.0);
}

static double own_tanh(double x)
{
    double a = fabs(x), t;
    if (x != x) return x;
    if (a >= 22.0) {
        t = 1.0;
    } else if (a >= HALF_LN2) {
        double e = own_exp(-2.0 * a);
        t = (1.0 - e) / (1.0 + e);
    } else {
        double e = own_expm1(2.0 * a);
        t = e / (e + 2.0);
    }
    return copysign(t, x);
}

static double *take(size_t count)
{
    double *numbers = malloc(count * sizeof *numbers);
    if (!numbers || fread(numbers, sizeof *numbers, count, stdin) != count) exit(1);
    return numbers;
}

int main(int argc, char **argv)
{
    if (argc != 4) return 2;
    uint32_t state = (uint32_t)strtoul(argv[1], NULL, 10);
    int epochs = atoi(argv[2]);
    double rate = atof(argv[3]);
    double *size = take(3);
    int N = (int)size[0], T = (int)size[1], H = (int)size[2];
    double *inputs = take((size_t)N * T * 2), *labels = take(N);
    double *Wx = take(2 * H), *Wh = take(H * H), *b = take(H), *v = take(H), *c = take(1);
    double *h = calloc((size_t)(T + 1) * H, sizeof *h);
    double *dh = calloc(H, sizeof *dh), *earlier = calloc(H, sizeof *earlier);
    int *order = calloc(N, sizeof *order);
    double factorial = 1.0;
    for (int n = 2; n < 14; n++) inverse_factorial[n] = 1.0 / (factorial *= n);

    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int epoch = 0; epoch < epochs; epoch++) {
        for (int n = 0; n < N; n++) order[n] = n;
        for (int i = N - 1; i > 0; i--) {
            state = state * 1664525u + 1013904223u;
            int j = (int)floor(state / 4294967296.0 * (i + 1)), kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        for (int n = 0; n < N; n++) {
            const double *x = inputs + (size_t)order[n] * T * 2;
            for (int t = 0; t < T; t++) {
                for (int k = 0; k < H; k++) {
                    double given = (b[k] + Wx[2 * k] * x[2 * t]) + Wx[2 * k + 1] * x[2 * t + 1], recurrent = 0.0;
                    for (int j = 0; j < H; j++) recurrent += Wh[k * H + j] * h[t * H + j];
                    h[(t + 1) * H + k] = own_tanh(given + recurrent);
                }
            }
            double z = 0.0;
            for (int k = 0; k < H; k++) z += v[k] * h[T * H + k];
            z = c[0] + z;
            z = z > 30.0 ? 30.0 : z < -30.0 ? -30.0 : z;
            double d = 1.0 / (1.0 + own_exp(-z)) - labels[order[n]];
            for (int k = 0; k < H; k++) dh[k] = d * v[k];
            for (int k = 0; k < H; k++) v[k] -= (rate * d) * h[T * H + k];
            c[0] -= rate * d;
            for (int t = T - 1; t >= 0; t--) {
                for (int j = 0; j < H; j++) earlier[j] = 0.0;
                for (int k = 0; k < H; k++) {
                    double g = dh[k] * (1.0 - h[(t + 1) * H + k] * h[(t + 1) * H + k]);
                    b[k] -= rate * g;
                    for (int i = 0; i < 2; i++) Wx[2 * k + i] -= (rate * g) * x[2 * t + i];
                    for (int j = 0; j < H; j++) {
                        earlier[j] += g * Wh[k * H + j];
                        Wh[k * H + j] -= (rate * g) * h[t * H + j];
                    }
                }
                for (int j = 0; j < H; j++) dh[j] = earlier[j];
            }
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    double seconds = (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);

    fwrite(Wx, sizeof *Wx, 2 * H, stdout);
    fwrite(Wh, sizeof *Wh, H * H, stdout);
    fwrite(b, sizeof *b, H, stdout);
    fwrite(v, sizeof *v, H, stdout);
    fwrite(c, sizeof *c, 1, stdout);
    fwrite(&seconds, sizeof seconds, 1, stdout);
    return 0;
}
