// A committed artifact as replay sees it, and its place in the order of the replay index.

export interface Capture {
  id: string;
  urlkey: string;
  url: string;
  collectionMs: number;
  httpStatus: number | undefined;
  /** Media type without parameters. */
  mime: string | undefined;
  /** Location as captured, of redirects. */
  redirect: string | undefined;
  /** SHA-1 of the body as it is stored, as 40 lower-case hexadecimal digits. */
  sha1: string;
  /** Length of the gzip member that `/replay/warcs` serves. */
  lengthBytes: number;
}

/** Captures are ordered by urlkey, time, id. */
export interface Position {
  urlkey: string;
  collectionMs: number;
  id: string;
}

export type Direction = 'forward' | 'backward';
