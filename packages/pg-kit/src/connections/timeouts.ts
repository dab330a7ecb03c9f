// Time limit for statements that bypass Kysely.

/** PostgreSQL ends statements by its own timeout. This limit is for answers that cannot reach us. */
export const ANSWER_TIMEOUT_MS = 70_000;
