/* The store that test_store.c compares the real one with. */
#ifndef MODEL_STORE_H
#define MODEL_STORE_H

struct store;

struct store *model_store_new(void);

#endif
