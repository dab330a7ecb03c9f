/** Wrong arguments, explained for the user. The command ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
