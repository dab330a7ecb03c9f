// The one error a WarcReader throws: the input is no WARC at all. Damage inside a WARC is reported, not thrown.

/** The first bytes show that the input is not a WARC. The message is a sentence for people. */
export class NotAWarcError extends Error {
  override readonly name = 'NotAWarcError';
}
