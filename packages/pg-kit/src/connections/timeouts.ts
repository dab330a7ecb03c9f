// Time limit for statements that bypass Kysely.

/**
 * Limits the wait for an answer that cannot reach this process. PostgreSQL ends the statement itself by its own
 * timeout.
 */
export const ANSWER_TIMEOUT_MS = 70_000;
