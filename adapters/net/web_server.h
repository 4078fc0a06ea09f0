/* Pages for an operator's programs, over HTTP, by libwebsockets in the loop's own context.
   Answers GET alone, and closes each connection behind its answer. Knows bytes and clients, not
   what the pages say. */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

struct loop;
struct text;
struct web_server;

enum {
    /* at a time; who comes then has the place of the one who came first and is not done yet */
    WEB_CLIENTS = 8,
    WEB_MS = 10000, /* a client has so long for its request and for taking the answer */
    WEB_PATH =
        100 /* bytes of a unix socket's path; the head of a request has 4096, by libwebsockets */
};

struct web_page {
    int status;       /* 200, or another of HTTP's; 0 if there is no such page */
    const char *type; /* "text/plain" */
    char *body;       /* on the heap; the server frees it */
};

/* Makes the page of this path ("/metrics"). Called for each request. */
typedef struct web_page web_server_make(void *arg, const char *path);

/* Listens at "9464" (this machine alone), "ADDRESS:PORT", "[ADDRESS]:PORT" or "unix:/path",
   whose socket the user and the group may use. Port 0 takes a free one. NULL on failure, with a
   sentence for the admin in `why`. */
struct web_server *web_server_new(struct loop *loop, const char *address, web_server_make *make,
                                  void *arg, struct text *why);
int web_server_port(const struct web_server *server); /* 0 at a unix socket */
/* Before the loop. Hangs up on everybody. NULL is fine. */
void web_server_free(struct web_server *server);

#endif
