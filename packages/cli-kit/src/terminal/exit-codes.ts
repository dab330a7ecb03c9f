/**
 * Exit codes of all commands: success, some records failed, wrong arguments, service unavailable or request refused,
 * interrupted.
 */
export const exitCodes = { fine: 0, recordFailed: 1, usage: 2, noService: 3, interrupted: 130 } as const;
