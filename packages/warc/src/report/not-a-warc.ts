// Error for input that is not a WARC. Damage inside a WARC is reported, not thrown.

/** Thrown if the first bytes show that the input is not a WARC. The message is for users. */
export class NotAWarcError extends Error {
  override readonly name = 'NotAWarcError';
}
