/** Reports wrong arguments in plain words. The command ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
