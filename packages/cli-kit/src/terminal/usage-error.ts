// Errors: what the caller typed wrong (told in plain words, exit code 2), and what the system says.

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The code of a failed system call (`ENOENT`, `ECONNRESET` …), or `undefined`. */
export function systemCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
