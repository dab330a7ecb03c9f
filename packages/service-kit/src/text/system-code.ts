/** Returns the code of a failed system call (`ENOENT`, `ECONNRESET` …), or undefined. */
export function readSystemCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
