#include "colours.h"

#include <math.h>

const char *const colours_sights[COLOURS_SIGHTS] = {"normal", "protan", "deutan", "tritan"};

static const double sights[COLOURS_SIGHTS][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};

/* From linear sRGB to XYZ, each part of it divided by that of white. */
static const double to_xyz[3][3] = {
    {0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
    {0.2126729, 0.7151522, 0.0721750},
    {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883},
};

static void apply(const double matrix[3][3], const double in[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2];
}

/* Linear sRGB as it is seen. */
static void to_seen(unsigned rgb, enum colours_sight sight, double seen[3])
{
    double linear[3];
    for (int i = 0; i < 3; i++) {
        double part = (rgb >> (16 - 8 * i) & 255) / 255.0;
        linear[i] = part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
    }
    apply(sights[sight], linear, seen);
    for (int i = 0; i < 3; i++)
        seen[i] = fmin(1, fmax(0, seen[i]));
}

unsigned colours_seen(unsigned rgb, enum colours_sight sight)
{
    double seen[3];
    unsigned out = 0;
    to_seen(rgb, sight, seen);
    for (int i = 0; i < 3; i++) {
        double part =
            seen[i] <= 0.0031308 ? seen[i] * 12.92 : 1.055 * pow(seen[i], 1 / 2.4) - 0.055;
        out = out << 8 | (unsigned)lround(part * 255);
    }
    return out;
}

static void to_lab(unsigned rgb, enum colours_sight sight, double lab[3])
{
    double seen[3], xyz[3];
    to_seen(rgb, sight, seen);
    apply(to_xyz, seen, xyz);
    for (int i = 0; i < 3; i++)
        xyz[i] = xyz[i] > 216.0 / 24389 ? cbrt(xyz[i]) : (24389.0 / 27 * xyz[i] + 16) / 116;
    lab[0] = 116 * xyz[1] - 16;
    lab[1] = 500 * (xyz[0] - xyz[1]);
    lab[2] = 200 * (xyz[1] - xyz[2]);
}

static double degrees(double angle)
{
    return angle * M_PI / 180;
}

/* 0 for black to near 1 for strong colours. */
static double strength(double chroma)
{
    return sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7)));
}

double colours_lab_apart(const double a[3], const double b[3])
{
    double stretch = 1.5 - strength((hypot(a[1], a[2]) + hypot(b[1], b[2])) / 2) / 2;
    double chroma_a = hypot(a[1] * stretch, a[2]), chroma_b = hypot(b[1] * stretch, b[2]);
    double hue_a = atan2(a[2], a[1] * stretch), hue_b = atan2(b[2], b[1] * stretch);
    double light = (a[0] + b[0]) / 2 - 50, chroma = (chroma_a + chroma_b) / 2;
    double turn = hue_b - hue_a, hue = (hue_a + hue_b) / 2;
    if (fabs(turn) > M_PI) {
        turn -= copysign(2 * M_PI, turn);
        hue += M_PI;
    }
    if (chroma_a * chroma_b == 0) { /* grey has no hue */
        turn = 0;
        hue = hue_a + hue_b;
    }
    hue = hue < 0 ? hue + 2 * M_PI : hue >= 2 * M_PI ? hue - 2 * M_PI : hue;
    double weight = 1 - 0.17 * cos(hue - degrees(30)) + 0.24 * cos(2 * hue) +
                    0.32 * cos(3 * hue + degrees(6)) - 0.20 * cos(4 * hue - degrees(63));
    double blue = exp(-pow((hue / M_PI * 180 - 275) / 25, 2));
    double by_light = (b[0] - a[0]) / (1 + 0.015 * light * light / sqrt(20 + light * light));
    double by_chroma = (chroma_b - chroma_a) / (1 + 0.045 * chroma);
    double by_hue = 2 * sqrt(chroma_a * chroma_b) * sin(turn / 2) / (1 + 0.015 * chroma * weight);
    return sqrt(by_light * by_light + by_chroma * by_chroma + by_hue * by_hue -
                2 * sin(degrees(60) * blue) * strength(chroma) * by_chroma * by_hue);
}

double colours_apart(unsigned a, unsigned b, enum colours_sight sight)
{
    double lab_a[3], lab_b[3];
    to_lab(a, sight, lab_a);
    to_lab(b, sight, lab_b);
    return colours_lab_apart(lab_a, lab_b);
}
