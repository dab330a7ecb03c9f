/**
 * Thrown for a problem that prevents the start and that the user can fix. Printed without a stack trace. The message
 * may have several lines.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
