/* The order about standings. */
#ifndef ORDERS_STANDINGS_H
#define ORDERS_STANDINGS_H

struct order;

void order_standings(struct order *order);

#endif
