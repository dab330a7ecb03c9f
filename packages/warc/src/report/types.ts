// Data types that the WARC reader reports and accepts: plain data that can cross a worker boundary.
import type { ByteSpool } from '../bytes/reread-buffer.ts';

/** Receives what a WarcReader finds, synchronously and in the order of the input. */
export interface WarcSink {
  /**
   * Called after the last byte of a response, resource or revisit, or of a record of missing type (then with
   * `error`).
   */
  record(record: ImportRecord): void;
  /**
   * Called with bytes to be stored of a record too large to be held. They belong to the next `record()`,
   * whose `member` is `{ streamed }`. If that record has an `error`, or `damage()` is called instead, discard
   * them. The bytes are valid only during the call.
   */
  memberChunk(chunk: Uint8Array): void;
  /**
   * Called after the last byte of a `request`, `metadata`, `conversion`, `continuation` or `warcinfo` if the
   * reader was asked for them. Large ones arrive in chunks as for `record()`.
   */
  companion?(companion: CompanionRecord): void;
  /** Called at the end with a sentence about the archive as a whole that does not match its own description. */
  warning?(message: string): void;
  /**
   * Called for a damaged range of the input. The reader continued after it. With `fatal`, it stopped, and nothing more
   * is reported.
   */
  damage(damage: Damage): void;
}

export type Damage = {
  /** Byte offset in the input of the damaged record, its gzip member, or the first bad byte. */
  offset: number;
  message: string;
  fatal: boolean;
  /** Id of the truncated or damaged record, if its WARC header could be read. */
  recordId?: string;
  url?: string;
};

/** Data reported for every record of any type. */
export type WarcRecord = {
  /** Byte offset in the input of the record (plain WARC) or of the gzip member that it begins in. */
  offset: number;
  /** Bytes of the record or of its gzip member in the input; 0 if it shares its member with other records. */
  inputLength: number;
  /** WARC version, for example `1.0`, `1.1` or `0.18`. */
  version: string;
  /** WARC-Type in lower case; empty when missing. */
  type: string;
  /** WARC-Record-ID verbatim, `<` and `>` included; empty when missing. */
  recordId: string;
  /** WARC-Target-URI without enclosing `<>`. */
  targetUri: string;
  /** WARC-Date in milliseconds since the epoch; 0 if it could not be read (then `error` or `damaged` is set). */
  dateMs: number;
  /** Content-Type of the WARC header; empty when missing. */
  warcContentType: string;
  /** All values of WARC-Concurrent-To, verbatim. */
  concurrentTo?: string[];
  /** WARC-Refers-To verbatim. */
  refersTo?: string;
  /** WARC-Warcinfo-ID verbatim. */
  warcinfoId?: string;
  /** Length of the whole block in bytes. */
  blockLength: number;
  /** Sentence that says why the record cannot be kept. `member` is then undefined. */
  error?: string;
  /** With `keepDamaged`: sentence that says why the record would have been rejected. Its bytes are complete. */
  damaged?: string;
  /**
   * Sentences about oddities that are no reason to reject the record, for example a payload digest that
   * matches neither form.
   */
  warnings: string[];
  /**
   * Gzip member to store. If the input has a gzip member for each record, these are the original bytes. Otherwise it is
   * made here from WARC header and block verbatim and CRLF CRLF. `{ streamed }`: the bytes went through `memberChunk`.
   * Undefined with `error`. Small members that one `write()` reports may share an ArrayBuffer of at most 64 KiB that
   * nothing else uses: transfer all results of one `write()` to another thread in one message.
   */
  member: Uint8Array | MemberView | StreamedMember | undefined;
};

/** Record that may become an artifact. */
export type ImportRecord = WarcRecord & {
  refersToUri?: string;
  refersToDateMs?: number;
  profile?: string;
  truncated?: string;
  /**
   * WARC-Payload-Digest of a known algorithm and encoding: of revisits, and of other records if it matches
   * neither form of the payload (then with a warning). Algorithm as in `sha1`, `sha256`, `md5`.
   */
  declaredPayloadDigest?: DeclaredDigest;
  /** WARC-Payload-Digest that matches the payload but is none of the digests in `payload`. */
  provenPayloadDigest?: DeclaredDigest;
  /** HTTP head of a response, or of a revisit that has one. */
  http?: ImportedHttpHead;
  payload: ImportedPayload;
  /** Set with the option `heldArtifacts`. */
  held?: LockssArtifact;
};

/**
 * Fields X-LockssRepo-Artifact-… with which a LOCKSS repository describes the artifact that a record is.
 * Missing or unreadable fields are undefined; texts are verbatim.
 */
export type LockssArtifact = {
  namespace: string | undefined;
  auid: string | undefined;
  uri: string | undefined;
  version: string | undefined;
  /** Time of storage in milliseconds since the epoch. */
  storedMs: number | undefined;
  /** Length of the payload in bytes. */
  length: number | undefined;
  /** Digest of the payload as recorded; also undefined if its algorithm or encoding is unknown. */
  digest: DeclaredDigest | undefined;
};

/**
 * Record that does not become an artifact: `request`, `metadata`, `conversion`, `continuation` or `warcinfo`.
 * A continuation refers to the record that it continues (WARC-Segment-Origin-ID). `dateMs` is 0 if the date
 * cannot be read.
 */
export type CompanionRecord = WarcRecord & {
  /** Beginning of a request's block; a view that is valid only during the call of `companion`. */
  blockStart?: Uint8Array;
};

/**
 * Companions to report: `all`, or `requests` only, whose members are not kept and whose digests are not
 * checked. The blocks of all others are skipped.
 */
export type CompanionUse = 'all' | 'requests' | 'none';

/**
 * Definition of the payload of an HTTP message. `entity`: its body, de-chunked if it really is chunked;
 * `recorded`: the body as it lies in the record, which some repositories digest.
 */
export type PayloadReading = 'entity' | 'recorded';

/** Bytes of a member in ordered pieces, for a sink that asked for views. */
export type MemberView = {
  readonly views: readonly Uint8Array[];
};

export type StreamedMember = {
  /** Number of bytes that went through `memberChunk` for this record. */
  streamed: number;
};

export type DeclaredDigest = { algorithm: string; hex: string };

export type ImportedHttpHead = {
  /** Status code from 100 to 999. For an invalid status line: any number of up to four digits, or undefined. */
  status: number | undefined;
  /** Reason phrase; may be empty. */
  reason: string;
  /** Content-Type as sent, trimmed. */
  contentType?: string;
  location?: string;
  /** Length of the HTTP head in the block, including the blank line, in bytes. */
  headLength: number;
};

/**
 * HTTP entity body, de-chunked if it really is chunked (unless bodies are taken as recorded), or the whole
 * block if it is not an HTTP message. Digests in lower-case hex.
 */
export type ImportedPayload = {
  length: number;
  sha256: string;
  sha1: string;
  /** True if the header says chunked and the body is one complete sequence of chunks. */
  dechunked: boolean;
  /** SHA-1 of the body as it lies in the record, including chunk framing; only if `dechunked`. */
  storedSha1?: string;
};

/** Limits the bytes that an input may inflate to. */
export interface InflationLimit {
  /**
   * Counts inflated bytes. Returns false if reading must stop: the current record is then reported as fatal
   * damage with `message`, and the rest of the input is skipped.
   */
  admit(inflatedBytes: number): boolean;
  /** Sentence for users. */
  readonly message: string;
}

export type WarcReaderOptions = {
  /** Stored members up to this size arrive whole in `member`, larger ones through `memberChunk`. Default 1 MiB. */
  inlineLimitBytes?: number;
  /**
   * If true, `member` is a view: pieces that are valid only during the call of `record`, which must copy what it keeps.
   * Saves one copy for a sink that gathers members in its own buffers. Default false: members belong to the sink.
   */
  viewMembers?: boolean;
  /** Companions to report. Default `none`. */
  companions?: CompanionUse;
  /**
   * If true, records with a wrong block digest, without the HTTP head that they should have, or without a
   * date are reported with `damaged` and their member in place of `error`. A block without its head is then
   * all payload. Default false.
   */
  keepDamaged?: boolean;
  /** Definition of payloads, which their digests and lengths follow. Default `entity`. */
  payloads?: PayloadReading;
  /**
   * If true, records are reported with the artifact data that a LOCKSS repository wrote into their headers.
   * Default false.
   */
  heldArtifacts?: boolean;
  /** Maximum size of a WARC header. Default 256 KiB. */
  maxHeaderBytes?: number;
  /** Maximum size of an HTTP head. Default 1 MiB. */
  maxHttpHeadBytes?: number;
  /** Compression level of gzip members made here. Default 4. */
  level?: number;
  /**
   * Creates a spool for bytes that may have to be read again because of a wrong length and do not fit in
   * memory. Without it such bytes are given up, and the record says so.
   */
  openSpool?: () => ByteSpool;
  /** Limits what the input may inflate to. Default: no limit. */
  inflation?: InflationLimit;
};
