// The only error that WarcReader throws: the input is not a WARC. Damage inside a WARC is reported instead of thrown.

/** Thrown if the first bytes show that the input is not a WARC. The message is a sentence for users. */
export class NotAWarcError extends Error {
  override readonly name = 'NotAWarcError';
}
