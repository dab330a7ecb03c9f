// A source that cannot be had now: not there, not reachable, too large, too slow, or answering with an error.

export class SourceUnavailableError extends Error {
  override readonly name = 'SourceUnavailableError';
  /** It is known not to be there, rather than out of reach. */
  readonly missing: boolean;
  /** Its host could not be talked to: other sources there need not be tried. */
  readonly unreachable: boolean;

  /** `message`: the end of a sentence that begins with the source. */
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
