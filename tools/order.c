#include "order.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text.h"

enum { ORDER_USAGE = 2 };

struct order *order_new(struct orders *orders, void *call, const char *line)
{
    struct order *order = calloc(1, sizeof *order);
    check(order);
    order->orders = orders;
    order->call = call;
    order->line = strdup(line);
    check(order->line);
    order->next = orders->first;
    orders->first = order;
    return order;
}

void order_free(struct order *order)
{
    struct order **link = &order->orders->first;
    while (*link != order)
        link = &(*link)->next;
    *link = order->next;
    free(order->line);
    for (int i = 0; i < order->line_count; i++)
        free(order->lines[i]);
    free(order->lines);
    free(order);
}

void order_end(struct order *order, int status)
{
    const struct orders_reader *reader = order_place(order)->reader;
    void *call = order->call;
    order_free(order);
    reader->end(call, status);
}

const struct orders_place *order_place(const struct order *order)
{
    return &order->orders->place;
}

__attribute__((format(printf, 3, 0))) static void put_line(struct order *order, bool is_error,
                                                           const char *format, va_list args)
{
    char *line = NULL;
    check(vasprintf(&line, format, args) >= 0);
    size_t room = strlen(line) + 1;
    char *bytes = malloc(room);
    check(bytes);
    struct text clean = text_over(bytes, room);
    text_put_shown(&clean, line); /* people choose their names, and the line goes to a terminal */
    order_place(order)->reader->put(order->call, is_error, bytes);
    free(bytes);
    free(line);
}

void order_put(struct order *order, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(order, false, format, args);
    va_end(args);
}

void order_put_exactly(struct order *order, const char *line)
{
    order_place(order)->reader->put(order->call, false, line);
}

void order_put_lines(struct order *order, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        order_put(order, "%.*s", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

void order_refuse(struct order *order, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(order, true, format, args);
    va_end(args);
    order_end(order, 1);
}

void order_misuse(struct order *order, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(order, true, format, args);
    va_end(args);
    order_end(order, ORDER_USAGE);
}

void order_refuse_words(struct order *order)
{
    const struct orders_verb *verb = order->verb;
    order_misuse(order, "It goes like this: tabletalk %s%s%s%s%s", verb->words,
                 verb->arguments[0] ? " " : "", verb->arguments, verb->hint ? "; " : "",
                 verb->hint ? verb->hint : "");
}

int64_t order_take_number(struct order *order)
{
    char *end;
    errno = 0;
    long long number = strtoll(order->rest, &end, 10);
    bool is_one = end != order->rest && (*end == '\0' || *end == ' ') && number >= 0 && errno == 0;
    order->rest = end + strspn(end, " ");
    return is_one ? number : -1;
}

void order_when_empty(struct order *order, void (*fn)(void *order))
{
    order_place(order)->reader->when_empty(order->call, fn, order);
}

bool order_is_late(const struct order *order)
{
    return order->orders->is_leaving;
}

bool order_is_gone(const struct order *order)
{
    return order_place(order)->reader->is_gone(order->call);
}
