/**
 * An error that prevents the start but that the user can fix. It is shown without a stack trace. `message` may have
 * several lines.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
