/** What the caller typed is wrong: told in plain words, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
