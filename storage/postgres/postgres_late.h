/* libpq, opened where the configuration wants PostgreSQL (machine.h). */
#ifndef POSTGRES_LATE_H
#define POSTGRES_LATE_H

#include <libpq-fe.h>

#include "machine.h"

extern struct postgres_late {
#define LATE(name) __typeof__(name) *name;
#include "postgres_late.def"
#undef LATE
} postgres_late;

/* Call it before any of its functions. False, with a sentence in `why`, if libpq cannot be
   opened. */
bool postgres_late_open(struct text *why);

#define PQclear                   postgres_late.PQclear
#define PQcmdTuples               postgres_late.PQcmdTuples
#define PQconnectPoll             postgres_late.PQconnectPoll
#define PQconnectStartParams      postgres_late.PQconnectStartParams
#define PQconnectionNeedsPassword postgres_late.PQconnectionNeedsPassword
#define PQconnectionUsedPassword  postgres_late.PQconnectionUsedPassword
#define PQconninfoFree            postgres_late.PQconninfoFree
#define PQconninfoParse           postgres_late.PQconninfoParse
#define PQconsumeInput            postgres_late.PQconsumeInput
#define PQenterPipelineMode       postgres_late.PQenterPipelineMode
#define PQerrorMessage            postgres_late.PQerrorMessage
#define PQescapeIdentifier        postgres_late.PQescapeIdentifier
#define PQescapeLiteral           postgres_late.PQescapeLiteral
#define PQexitPipelineMode        postgres_late.PQexitPipelineMode
#define PQfinish                  postgres_late.PQfinish
#define PQflush                   postgres_late.PQflush
#define PQfreemem                 postgres_late.PQfreemem
#define PQgetResult               postgres_late.PQgetResult
#define PQgetisnull               postgres_late.PQgetisnull
#define PQgetvalue                postgres_late.PQgetvalue
#define PQisBusy                  postgres_late.PQisBusy
#define PQnotifies                postgres_late.PQnotifies
#define PQntuples                 postgres_late.PQntuples
#define PQpipelineSync            postgres_late.PQpipelineSync
#define PQresultErrorField        postgres_late.PQresultErrorField
#define PQresultErrorMessage      postgres_late.PQresultErrorMessage
#define PQresultStatus            postgres_late.PQresultStatus
#define PQsendPrepare             postgres_late.PQsendPrepare
#define PQsendQuery               postgres_late.PQsendQuery
#define PQsendQueryParams         postgres_late.PQsendQueryParams
#define PQsendQueryPrepared       postgres_late.PQsendQueryPrepared
#define PQserverVersion           postgres_late.PQserverVersion
#define PQsetNoticeReceiver       postgres_late.PQsetNoticeReceiver
#define PQsetnonblocking          postgres_late.PQsetnonblocking
#define PQsocket                  postgres_late.PQsocket
#define PQstatus                  postgres_late.PQstatus

#endif
