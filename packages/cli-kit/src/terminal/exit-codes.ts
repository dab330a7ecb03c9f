/** Exit codes of commands: success, partial success, not understood, no service to work with, interrupted. */
export const exitCodes = { fine: 0, recordFailed: 1, usage: 2, noService: 3, interrupted: 130 } as const;
