// What the caller typed wrong; told in plain words with exit code 2.

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
