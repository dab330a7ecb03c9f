// A committed artifact as replay sees it, and its place in the order of the replay index.

export interface Capture {
  readonly id: string;
  readonly urlkey: string;
  readonly url: string;
  readonly collectionMs: number;
  readonly httpStatus: number | undefined;
  /** Media type without parameters. */
  readonly mime: string | undefined;
  /** Location as captured, of redirects. */
  readonly redirect: string | undefined;
  /** SHA-1 of the body as it is stored, as 40 lower-case hexadecimal digits. */
  readonly sha1: string;
  /** Method of the request; undefined for GET, and where the request is not known. */
  readonly method?: string | undefined;
  /** That request's body as it is in the urlkey. */
  readonly requestBody?: string | undefined;
  /** Bytes of the urlkey, where they are known without it. */
  readonly urlkeyBytes?: number | undefined;
  /** Bytes of all values, where they are known without them. */
  readonly valueBytes?: number | undefined;
  /** Length of the gzip member that `/replay/warcs` serves. */
  readonly lengthBytes: number;
}

/** Captures are ordered by urlkey, time, id. */
export interface Position {
  readonly urlkey: string;
  readonly collectionMs: number;
  readonly id: string;
}

export type Direction = 'forward' | 'backward';
