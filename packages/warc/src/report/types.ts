// Data types that the WARC reader reports and accepts. They are plain data, so that they can be passed to another
// thread.
import type { ByteSpool } from '../bytes/reread-buffer.ts';

/** Receives the results of a WarcReader, synchronously and in the order of the input. */
export interface WarcSink {
  /**
   * Called after the last byte of a response, resource or revisit. Also called for a record without a type, which then
   * has an `error`.
   */
  record(record: ImportRecord): void;
  /**
   * Called with compressed bytes of a record that is too large to be kept in memory. They belong to the next
   * `record()`, whose `member` is `{ streamed }`. If that record has an `error`, or `damage()` is called instead,
   * discard them. The bytes are valid only during the call.
   */
  memberChunk(chunk: Uint8Array): void;
  /**
   * Called after the last byte of a `request`, `metadata`, `conversion`, `continuation` or `warcinfo`, if the reader
   * was asked for them. Large records arrive in chunks, as for `record()`.
   */
  companion?(companion: CompanionRecord): void;
  /**
   * Called at the end, once for each contradiction between the archive and its own description. `message` is a
   * sentence.
   */
  warning?(message: string): void;
  /**
   * Called for a damaged range of the input. If `fatal`, reading has stopped and nothing more is reported. Otherwise,
   * reading continued after the range.
   */
  damage(damage: Damage): void;
}

export type Damage = {
  /** Byte offset in the input. It belongs to the damaged record, to its gzip member, or to the first bad byte. */
  offset: number;
  message: string;
  fatal: boolean;
  /** Id of the truncated or damaged record, if its WARC header could be read. */
  recordId?: string;
  url?: string;
};

/** Data reported for every record of any type. */
export type WarcRecord = {
  /**
   * Byte offset in the input. It belongs to the record in a plain WARC, and otherwise to the gzip member in which the
   * record begins.
   */
  offset: number;
  /** Number of bytes of the record or its gzip member in the input. 0 if it shares its member with other records. */
  inputLength: number;
  /** WARC version, for example `1.0`, `1.1` or `0.18`. */
  version: string;
  /** WARC-Type in lower case. Empty if missing. */
  type: string;
  /** WARC-Record-ID verbatim, including `<` and `>`. Empty if missing. */
  recordId: string;
  /** WARC-Target-URI without enclosing `<>`. */
  targetUri: string;
  /** WARC-Date in milliseconds since the epoch. 0 if it could not be read; `error` or `damaged` is then set. */
  dateMs: number;
  /** Content-Type of the WARC header. Empty if missing. */
  warcContentType: string;
  /** All values of WARC-Concurrent-To, verbatim. */
  concurrentTo?: string[];
  /** WARC-Refers-To verbatim. */
  refersTo?: string;
  /** WARC-Warcinfo-ID verbatim. */
  warcinfoId?: string;
  /** Length of the whole block in bytes. */
  blockLength: number;
  /** Sentence that explains why the record cannot be stored. `member` is then undefined. */
  error?: string;
  /**
   * With `keepDamaged`, a sentence that explains why the record would otherwise be rejected. Its bytes are complete.
   */
  damaged?: string;
  /**
   * Sentences about irregularities for which the record is not rejected, for example a payload digest that matches
   * neither the stored nor the de-chunked payload.
   */
  warnings: string[];
  /**
   * Gzip member to store. If the input has a gzip member for each record, these are the original bytes. Otherwise, the
   * member is compressed here from the WARC header and the block, both verbatim, and CRLF CRLF. `{ streamed }`: the
   * bytes went through `memberChunk`. Undefined if there is an `error`. Small members that are reported during one
   * `write()` may share an ArrayBuffer of at most 64 KiB, which nothing else uses: transfer all results of one
   * `write()` to another thread in one message.
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
   * WARC-Payload-Digest with a known algorithm (such as `sha1`, `sha256` or `md5`) and encoding. Always set for
   * revisits that declare it. For other records, set only if it matches neither the stored nor the de-chunked payload;
   * the record then has a warning.
   */
  declaredPayloadDigest?: DeclaredDigest;
  /** WARC-Payload-Digest that matches the payload, if it is not one of the digests in `payload`. */
  provenPayloadDigest?: DeclaredDigest;
  /** HTTP head of a response, or of a revisit that has one. */
  http?: ImportedHttpHead;
  payload: ImportedPayload;
  /** Description of the artifact by a LOCKSS repository. Set only with the option `heldArtifacts`. */
  held?: LockssArtifact;
};

/**
 * Fields X-LockssRepo-Artifact-… of a record, with which a LOCKSS repository describes the artifact. Missing or
 * unreadable fields are undefined. Texts are verbatim.
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
  /** Digest of the payload as recorded. Undefined if it is missing, or its algorithm or encoding is unknown. */
  digest: DeclaredDigest | undefined;
};

/**
 * Record that does not become an artifact: `request`, `metadata`, `conversion`, `continuation` or `warcinfo`. A
 * continuation names the record that it continues (WARC-Segment-Origin-ID). `dateMs` is 0 if the date cannot be read.
 */
export type CompanionRecord = WarcRecord & {
  /** Beginning of a request's block. It is a view that is valid only during the call of `companion`. */
  blockStart?: Uint8Array;
};

/**
 * Companions to report: `all`, or only `requests`. With `requests`, members are not provided, digests are not checked,
 * and the blocks of all other companions are skipped.
 */
export type CompanionUse = 'all' | 'requests' | 'none';

/**
 * Definition of the payload of an HTTP message. `entity`: its body, de-chunked if it is really chunked. `recorded`: the
 * body as it is in the record. Some repositories compute digests of the recorded body.
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
  /** Status code from 100 to 999. If the status line is invalid: any number of up to four digits, or undefined. */
  status: number | undefined;
  /** Reason phrase. May be empty. */
  reason: string;
  /** Content-Type as sent, trimmed. */
  contentType?: string;
  location?: string;
  /** Length of the HTTP head in the block, including the blank line, in bytes. */
  headLength: number;
};

/**
 * Body of an HTTP message, de-chunked if it is really chunked (unless the reader was asked for bodies as recorded). If
 * the block is not an HTTP message, the whole block. Digests are in lower-case hex.
 */
export type ImportedPayload = {
  length: number;
  sha256: string;
  sha1: string;
  /** True if the header says chunked and the body is one complete sequence of chunks. */
  dechunked: boolean;
  /** SHA-1 of the body as it is in the record, including chunk framing. Set only if `dechunked`. */
  storedSha1?: string;
};

/** Limits the number of bytes that an input may inflate to. */
export interface InflationLimit {
  /**
   * Counts inflated bytes. Returns false if reading must stop. The current record is then reported as fatal damage with
   * `message`, and the rest of the input is skipped.
   */
  admit(inflatedBytes: number): boolean;
  /** Sentence for users. */
  readonly message: string;
}

export type WarcReaderOptions = {
  /**
   * Up to this size, a stored member is passed in `member`. Larger ones are passed through `memberChunk`. Default 1
   * MiB.
   */
  inlineLimitBytes?: number;
  /**
   * If true, `member` is a view: its pieces are valid only during the call of `record`, which must copy the bytes that
   * it needs later. This saves one copy for a sink that collects members in its own buffers. Default false: members
   * belong to the sink.
   */
  viewMembers?: boolean;
  /** Companions to report. Default `none`. */
  companions?: CompanionUse;
  /**
   * If true, records with a wrong block digest, without a date, or without the HTTP head that they should have are
   * reported with `damaged` and their member instead of `error`. If the head is missing, the whole block is the
   * payload. Default false.
   */
  keepDamaged?: boolean;
  /** Definition of the payload. It determines the digests and lengths. Default `entity`. */
  payloads?: PayloadReading;
  /**
   * If true, `held` contains the description of the artifact that a LOCKSS repository wrote into the header of a
   * record. Default false.
   */
  heldArtifacts?: boolean;
  /** Maximum size of a WARC header. Default 256 KiB. */
  maxHeaderBytes?: number;
  /** Maximum size of an HTTP head. Default 1 MiB. */
  maxHttpHeadBytes?: number;
  /** Compression level of gzip members made here. Default 4. */
  level?: number;
  /**
   * Creates a spool for bytes that may have to be read again because of a wrong length and that do not fit in memory.
   * Without a spool, such bytes are discarded, and the record gets a warning.
   */
  openSpool?: () => ByteSpool;
  /** Limits the number of bytes that the input may inflate to. Default: no limit. */
  inflation?: InflationLimit;
};
