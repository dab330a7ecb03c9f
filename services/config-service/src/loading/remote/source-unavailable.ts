// The source is missing, unreachable, too large or too slow, or its server returned an error.

export class SourceUnavailableError extends Error {
  override readonly name = 'SourceUnavailableError';
  /** Whether it is certain that the source does not exist. */
  readonly missing: boolean;
  /** Whether the host is unreachable, so that other sources on this host need not be tried. */
  readonly unreachable: boolean;

  /** `message` has no subject: the caller prepends the name of the source. */
  constructor(
    message: string,
    {
      missing = false,
      unreachable = false,
      cause,
    }: { missing?: boolean; unreachable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.missing = missing;
    this.unreachable = unreachable;
  }
}
