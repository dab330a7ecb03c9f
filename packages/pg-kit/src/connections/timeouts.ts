// Time limit of statements that bypass Kysely.

/**
 * Maximum time to wait for a response, in case it is lost on the network. PostgreSQL itself cancels a slow statement
 * earlier.
 */
export const RESPONSE_TIMEOUT_MS = 70_000;
