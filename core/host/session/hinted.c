#include "hinted.h"

#include "session.h"
#include "sight.h"
#include "text.h"

uint64_t hinted_sight(const struct sight *sight)
{
    return text_hash_bytes(HASH_START, &sight->seen, table_bytes(&sight->seen));
}

/* Grows with each move of the others. */
static int turn_of(const struct session *session, int seat)
{
    int turn = 0;
    for (int other = 0; other < session->seat_count; other++)
        if (other != seat || session->seat_count == 1)
            turn += session->playing->decisions[other];
    return turn;
}

void hinted_note(struct session *session, int seat, const struct sight *sight)
{
    struct seat *s = &session->seats[seat];
    s->hint_game = session->playing->game_number;
    s->hint_turn = turn_of(session, seat);
    s->hint_sight = hinted_sight(sight);
}

bool hinted_is_used(const struct session *session, int seat)
{
    const struct seat *s = &session->seats[seat];
    return s->hint_game == session->playing->game_number && s->hint_turn == turn_of(session, seat);
}

bool hinted_in_game(const struct seat *seats, int count, int game_number)
{
    bool is_hinted = false;
    for (int seat = 0; seat < count; seat++)
        is_hinted |= seats[seat].hint_game == game_number;
    return is_hinted;
}
