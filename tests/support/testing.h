/* cmocka with the headers that it wants before it, and heads for tests and fixtures that need no
   state. */
#ifndef TESTING_H
#define TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define test_case(name)    void name(__attribute__((unused)) void **state)
#define test_fixture(name) int name(__attribute__((unused)) void **state)

#endif
