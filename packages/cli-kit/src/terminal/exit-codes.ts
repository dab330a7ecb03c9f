/** Exit codes of all commands. `noService`: the service is unavailable or refused the request. */
export const exitCodes = { fine: 0, recordFailed: 1, usage: 2, noService: 3, interrupted: 130 } as const;
