// Limits the time of statements that bypass Kysely.

/**
 * Ends the wait for a response that can no longer reach this process. PostgreSQL cancels the statement with its own
 * timeout.
 */
export const RESPONSE_TIMEOUT_MS = 70_000;
