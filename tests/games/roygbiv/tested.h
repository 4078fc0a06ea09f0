/* The tests of ROYGBIV's rulings, each named after its ruling; test_roygbiv.c runs them. */
#ifndef TESTED_H
#define TESTED_H

#include "../roygbiv_row.h"

#define TEST(name) void name(void **state);
#include "tested.def"
#undef TEST

#endif
