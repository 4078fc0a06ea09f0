/* The seats of an offer (offers.h): who wants another game, who may still say so, who plays it. */

#include "offers.h"
#include "text.h"

bool offer_seat_is_person(const struct offer_seat *seat)
{
    return seat->is_person;
}

bool offer_seat_has_said(const struct offer_seat *seat)
{
    return seat->has_said;
}

bool offer_seat_is_awaited(const struct offer_seat *seat)
{
    return seat->is_person && !seat->has_said && !seat->is_away;
}

bool offer_seat_plays(const struct offer_seat *seat)
{
    return !seat->is_person || seat->has_said;
}

int offer_count(const struct offer *offer, offer_seat_test *is_meant)
{
    int seats = 0;
    for (int seat = 0; seat < offer->seat_count; seat++)
        seats += is_meant(&offer->seats[seat]);
    return seats;
}

int offer_last_cut(const struct offer *offer)
{
    int last = 0;
    for (int seat = 0; seat < offer->seat_count; seat++)
        last = offer->seats[seat].cut_number > last ? offer->seats[seat].cut_number : last;
    return last;
}

const char *offer_put_names(const struct offer *offer, offer_seat_test *is_meant,
                            char out[TABLE_SEATS * HOST_NAME])
{
    struct text text = text_over(out, TABLE_SEATS * HOST_NAME);
    for (int seat = 0; seat < offer->seat_count; seat++)
        if (is_meant(&offer->seats[seat]))
            text_putf(&text, "%s%s", text.length > 0 ? "\n" : "", offer->seats[seat].name);
    return out;
}
