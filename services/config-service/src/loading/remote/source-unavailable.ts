// A source is missing, unreachable, too large, too slow, or its server responds with an error.

export class SourceUnavailableError extends Error {
  override readonly name = 'SourceUnavailableError';
  /** Whether the source certainly does not exist. */
  readonly missing: boolean;
  /** Whether the host could not be reached, so that its other sources need not be tried. */
  readonly unreachable: boolean;

  /** `message` is a predicate whose subject is the source. */
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
