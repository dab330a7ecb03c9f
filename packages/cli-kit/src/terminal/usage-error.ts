/** Error for wrong arguments, with a message for the user. The command exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
