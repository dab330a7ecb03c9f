// Thrown if the source is missing, unreachable, too large or too slow, or if its server returned an error.

export class SourceUnavailableError extends Error {
  override readonly name = 'SourceUnavailableError';
  /** True if the source certainly does not exist. */
  readonly missing: boolean;
  /** True if the host cannot be reached, so that other sources on this host need not be tried. */
  readonly unreachable: boolean;

  /** `message` has no subject; the caller prepends the name of the source. */
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
