// What the codec thread tells of an upload: plain, flat data that crosses between threads as it is.

/** What the index keeps of a record. Digests are lower-case hex. */
export interface CapturedRecord {
  url: string;
  urlkey: string;
  kind: 'response' | 'resource' | 'revisit';
  /** WARC-Date, milliseconds since the epoch. */
  collectionMs: number;
  httpStatus: number | undefined;
  /** Bytes of the stored HTTP head, blank line included; 0 when there is none. */
  headBytes: number;
  /** Media type without parameters. */
  mime: string | undefined;
  /** Location of a redirect. */
  redirect: string | undefined;
  /** Length of the payload, which is the entity body, de-chunked when `dechunked`; a revisit has its original's. */
  contentLength: number;
  sha256: string;
  /** SHA-1 of the body as it is stored: what CDX files carry. */
  storedSha1: string;
  dechunked: boolean;
  /** What a revisit says of its original. */
  refersTo: RefersTo | undefined;
}

export interface RefersTo {
  url: string | undefined;
  dateMs: number | undefined;
  digest: { algorithm: string; hex: string } | undefined;
}

/** What a status line says of a record whatever becomes of it. */
export interface RecordRef {
  /** WARC-Record-ID, verbatim. */
  recordId: string | undefined;
  /** Byte offset in the upload: of the record, or of its gzip member. */
  offset: number;
  url: string | undefined;
  warnings: string[] | undefined;
}

/** One WARC record that may become an artifact, read to its end and digested. */
export interface Capture extends CapturedRecord, RecordRef {
  finding: 'capture';
  url: string;
  /** Why the record cannot be kept, if it cannot. */
  error: string | undefined;
  /** Where the gzip member to be stored is: in the bytes of its batch, sent ahead in chunks, or nowhere. */
  memberAt: 'batch' | 'chunks' | 'nowhere';
  memberStart: number;
  memberLength: number;
  /** CRC-32 of its bytes as they are. */
  memberCrc32: number;
}

/** A stretch of the upload that could not be read. After a fatal one nothing more comes. */
export interface UnreadableStretch extends RecordRef {
  finding: 'damage';
  error: string;
  /** Chunks of a large record had been sent ahead; it will not be completed. */
  abandonsChunks: boolean;
}

export type Finding = Capture | UnreadableStretch;

/** What comes of an upload, in its order: findings with the members they point into, or a piece of a large member. */
export type CodecOutput =
  | { output: 'findings'; findings: Finding[]; bytes: Uint8Array }
  | { output: 'chunk'; bytes: Uint8Array };
