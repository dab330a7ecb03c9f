// Time limit of statements that are not sent by Kysely.

/**
 * Maximum time to wait for a response, in case it is lost on the network. PostgreSQL cancels slow statements earlier.
 */
export const RESPONSE_TIMEOUT_MS = 70_000;
