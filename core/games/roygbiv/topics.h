/* The rules of ROYGBIV as a beginner reads them in the chat: a table of topics. */
#ifndef ROYGBIV_TOPICS_H
#define ROYGBIV_TOPICS_H

#include "game.h"

enum { ROYGBIV_TOPICS = 14 };

extern const struct rules_topic roygbiv_topics[ROYGBIV_TOPICS];

#endif
