// What the codec thread tells of an upload: plain, flat data that crosses between threads as it is.

/** What the index keeps of a record. Digests are lower-case hex. */
export interface CapturedRecord {
  readonly url: string;
  readonly urlkey: string;
  readonly kind: 'response' | 'resource' | 'revisit';
  /** WARC-Date, milliseconds since the epoch. */
  readonly collectionMs: number;
  readonly httpStatus: number | undefined;
  /** Bytes of the stored HTTP head, blank line included; 0 when there is none. */
  readonly headBytes: number;
  /** Media type without parameters. */
  readonly mime: string | undefined;
  /** Location of a redirect. */
  readonly redirect: string | undefined;
  /** Length of the payload, which is the entity body, de-chunked when `dechunked`; a revisit has its original's. */
  readonly contentLength: number;
  readonly sha256: string;
  /** SHA-1 of the body as it is stored: what CDX files carry. */
  readonly storedSha1: string;
  readonly dechunked: boolean;
  /** What a revisit says of its original. */
  readonly refersTo: RefersTo | undefined;
}

export interface RefersTo {
  readonly url: string | undefined;
  readonly dateMs: number | undefined;
  readonly digest: { algorithm: string; hex: string } | undefined;
}

/** What a status line says of a record whatever becomes of it. */
export interface RecordRef {
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
  /** Byte offset in the upload: of the record, or of its gzip member. */
  readonly offset: number;
  readonly url: string | undefined;
  readonly warnings: string[] | undefined;
}

/** One WARC record that may become an artifact, read to its end and digested. */
export interface Capture extends CapturedRecord, RecordRef {
  readonly finding: 'capture';
  readonly url: string;
  /** Why the record cannot be kept, if it cannot. */
  readonly error: string | undefined;
  /** Where the gzip member to be stored is: in the bytes of its batch, sent ahead in chunks, or nowhere. */
  readonly memberAt: 'batch' | 'chunks' | 'nowhere';
  readonly memberStart: number;
  readonly memberLength: number;
  /** CRC-32 of its bytes as they are. */
  readonly memberCrc32: number;
}

/** A stretch of the upload that could not be read. After a fatal one nothing more comes. */
export interface UnreadableStretch extends RecordRef {
  readonly finding: 'damage';
  readonly error: string;
  /** Chunks of a large record had been sent ahead; it will not be completed. */
  readonly abandonsChunks: boolean;
}

export type Finding = Capture | UnreadableStretch;

/** What comes of an upload, in its order: findings with the members they point into, or a piece of a large member. */
export type CodecOutput =
  | { output: 'findings'; findings: Finding[]; bytes: Uint8Array }
  | { output: 'chunk'; bytes: Uint8Array };
