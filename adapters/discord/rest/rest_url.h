/* The URL of a request, put together so that no id can become another part of it. */
#ifndef REST_URL_H
#define REST_URL_H

/* `base` + `route`, whose {} are the ids in order, percent-encoded, + "?" + `query` unless that is NULL. As many ids as {},
   or it aborts. Free it. */
char *rest_url(const char *base, const char *route, const char *const ids[3], const char *query);

#endif
