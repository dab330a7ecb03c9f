// Error for an input whose format is not supported. Damage in an archive is reported instead of thrown.

/** Thrown if the input is not a WARC, ARC or WACZ. The message is written for users. */
export class NotAWarcError extends Error {
  override readonly name = 'NotAWarcError';
}
