// How long an answer of PostgreSQL is waited for where a statement is asked past Kysely.

/** PostgreSQL ends a statement by its own clock; this one is for when its answer cannot reach us. */
export const ANSWER_TIMEOUT_MS = 70_000;
