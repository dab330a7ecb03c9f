// Error for an input in an unsupported format. Damage in an archive is reported, not thrown.

/** Thrown if the input is not a WARC, ARC or WACZ. The message is for users. */
export class NotAWarcError extends Error {
  override readonly name = 'NotAWarcError';
}
