// Limits the time of statements that bypass Kysely.

/**
 * Ends the wait for a response that can no longer reach this process. PostgreSQL ends the statement itself by its own
 * timeout.
 */
export const ANSWER_TIMEOUT_MS = 70_000;
