// What the codec thread tells of an upload: plain data that crosses between threads as it is.

/** One WARC record that may become an artifact, read to its end and digested. */
export interface Capture {
  finding: 'capture';
  /** Byte offset in the upload: of the record, or of its gzip member. */
  offset: number;
  /** WARC-Record-ID, verbatim. */
  recordId: string;
  url: string;
  urlkey: string;
  kind: 'response' | 'resource' | 'revisit';
  /** WARC-Date, milliseconds since the epoch. */
  collectionMs: number;
  http: CapturedHead | undefined;
  /** Media type without parameters. */
  mime: string | undefined;
  /** Of the payload: the entity body, de-chunked when `dechunked`. */
  contentLength: number;
  /** Lower-case hex, as all digests here. */
  sha256: string;
  /** SHA-1 of the body as it is stored: what CDX files carry. */
  storedSha1: string;
  dechunked: boolean;
  /** What a revisit says of its original. */
  refersTo: RefersTo | undefined;
  warnings: string[];
  /** Why the record cannot be kept, if it cannot. */
  error: string | undefined;
  member: StoredMember;
}

export interface CapturedHead {
  status: number;
  /** Bytes of the head in the record's block, blank line included. */
  headBytes: number;
  location: string | undefined;
}

export interface RefersTo {
  url: string | undefined;
  dateMs: number | undefined;
  digest: { algorithm: string; hex: string } | undefined;
}

/** Where the gzip member to be stored is: in the bytes of its batch, or sent ahead in chunks, or nowhere. */
export type StoredMember =
  | { at: 'batch'; start: number; length: number }
  | { at: 'chunks'; length: number }
  | { at: 'nowhere' };

/** A stretch of the upload that could not be read. After a fatal one nothing more comes. */
export interface Damage {
  finding: 'damage';
  offset: number;
  message: string;
  recordId: string | undefined;
  url: string | undefined;
  /** Chunks of a large record had been sent ahead; it will not be completed. */
  abandonsChunks: boolean;
}

export type Finding = Capture | Damage;

/** What comes of an upload, in its order: findings with the members they point into, or a piece of a large member. */
export type CodecOutput =
  | { output: 'findings'; findings: Finding[]; bytes: Uint8Array }
  | { output: 'chunk'; bytes: Uint8Array };
