/** Returns the error code of a failed system call (`ENOENT`, `ECONNRESET` …). Returns undefined for other errors. */
export function readSystemCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
