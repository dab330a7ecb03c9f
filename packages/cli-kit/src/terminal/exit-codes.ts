/** Exit codes: success, some records failed, wrong arguments, service unavailable or refusing, interrupted. */
export const exitCodes = { fine: 0, recordFailed: 1, usage: 2, noService: 3, interrupted: 130 } as const;
