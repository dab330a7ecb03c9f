/**
 * Thrown for a problem that prevents the start and that the user can fix. Shown without a stack trace. `message` may
 * have several lines.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
