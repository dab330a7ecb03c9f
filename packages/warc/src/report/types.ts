// Data that the WARC reader reports and accepts. All types are plain data, so that they can be sent to another thread.
import type { ByteSpool } from '../bytes/reread-buffer.ts';

/** Receives the results of a WarcReader synchronously, in the order of the input. */
export interface WarcSink {
  /**
   * Called after the last byte of a response, resource or revisit. Also called, with `error`, for a record without a
   * type.
   */
  record(record: ImportRecord): void;
  /**
   * Called with compressed bytes of a record that is too large for memory. The bytes belong to the next `record()`,
   * whose `member` is `{ streamed }`. Discard the bytes if that record has an `error`, or if `damage()` is called
   * instead. The chunk is valid only during the call.
   */
  memberChunk(chunk: Uint8Array): void;
  /**
   * Called after the last byte of a companion record (`request`, `metadata`, `conversion`, `continuation` or
   * `warcinfo`), if the option `companions` includes it. Large records arrive in chunks, as for `record()`.
   */
  companion?(companion: CompanionRecord): void;
  /**
   * Called at the end of a WACZ, for each contradiction between its files and the digests and sizes that it declares.
   */
  warning?(message: string): void;
  /**
   * Called for a damaged range of the input. If `fatal`, the reader has stopped and reports nothing more. Otherwise,
   * the reader has continued after the range.
   */
  damage(damage: WarcDamage): void;
}

export type WarcDamage = {
  /** Byte offset in the input of the damaged record, of its gzip member, or of the first damaged byte. */
  offset: number;
  message: string;
  fatal: boolean;
  /** Record ID of the truncated or damaged record, if its WARC header is readable. */
  recordId?: string;
  url?: string;
};

/** Data of a record of any type. */
export type WarcRecord = {
  /**
   * Byte offset in the input: of the record in an uncompressed WARC, otherwise of the gzip member in which the record
   * begins.
   */
  offset: number;
  /** Size of the record or its gzip member in the input, in bytes. 0 if the member also contains other records. */
  inputLength: number;
  /** WARC version, for example `1.0`, `1.1` or `0.18`. */
  version: string;
  /** WARC-Type in lower case. Empty if absent. */
  type: string;
  /** WARC-Record-ID verbatim, including `<` and `>`. Empty if absent. */
  recordId: string;
  /** WARC-Target-URI without enclosing `<>`. */
  targetUri: string;
  /** WARC-Date as Unix time in milliseconds. 0 if the date is unreadable; `error` or `damaged` is then set. */
  dateMs: number;
  /** Content-Type in the WARC header. Empty if absent. */
  warcContentType: string;
  /** All values of WARC-Concurrent-To, verbatim. */
  concurrentTo?: string[];
  /** WARC-Refers-To verbatim. */
  refersTo?: string;
  /** WARC-Warcinfo-ID verbatim. */
  warcinfoId?: string;
  /** Length of the block in bytes. */
  blockLength: number;
  /** Reason why the record cannot be stored, as a sentence. If it is set, `member` is undefined. */
  error?: string;
  /**
   * Reason why the record would be rejected without the option `keepDamaged`, as a sentence. The bytes of the record
   * are complete.
   */
  damaged?: string;
  /**
   * Irregularities for which the record is not rejected, as sentences. Example: a payload digest matches neither the
   * stored nor the de-chunked payload.
   */
  warnings: string[];
  /**
   * gzip member to store: the original member if the input has one member per record. Otherwise, it was compressed here
   * from the WARC header, the block (both verbatim) and CRLF CRLF. `{ streamed }` if it was passed to `memberChunk`.
   * Undefined if there is an `error`. Small members that are reported during one `write()` may share an ArrayBuffer of
   * at most 64 KiB, which contains nothing else. Therefore, send all results of one `write()` to another thread in one
   * message.
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
   * WARC-Payload-Digest, if its algorithm (such as `sha1`, `sha256` or `md5`) and encoding are supported. Set for every
   * revisit that declares it. For other records, set only if it matches neither the stored nor the de-chunked payload;
   * such a record also has a warning.
   */
  declaredPayloadDigest?: DeclaredDigest;
  /** WARC-Payload-Digest, if it matches the payload and is not one of the digests in `payload`. */
  provenPayloadDigest?: DeclaredDigest;
  /** HTTP header block of a response, or of a revisit that contains one. */
  http?: ImportedHttpHead;
  payload: ImportedPayload;
  /** Description of the artifact by a LOCKSS repository. Set only with the option `heldArtifacts`. */
  held?: LockssArtifact;
};

/**
 * Fields X-LockssRepo-Artifact-… in which a LOCKSS repository describes the artifact. Missing and unreadable fields are
 * undefined. Text fields are verbatim.
 */
export type LockssArtifact = {
  namespace: string | undefined;
  auid: string | undefined;
  uri: string | undefined;
  version: string | undefined;
  /** Unix time at which the artifact was stored, in milliseconds. */
  storedMs: number | undefined;
  /** Length of the payload in bytes. */
  length: number | undefined;
  /** Recorded digest of the payload. Undefined if it is missing, or if its algorithm or encoding is not supported. */
  digest: DeclaredDigest | undefined;
};

/**
 * Companion record, which does not become an artifact: `request`, `metadata`, `conversion`, `continuation` or
 * `warcinfo`. The WARC-Segment-Origin-ID of a continuation is the ID of the record that it continues. `dateMs` is 0 if
 * the date is unreadable.
 */
export type CompanionRecord = WarcRecord & {
  /** Start of a request's block. Valid only during the call of `companion`. */
  blockStart?: Uint8Array;
};

/**
 * Companion records to report: all of them, or only requests. With `requests`, no members are reported, no digests are
 * verified, and the blocks of all other companion records are skipped.
 */
export type CompanionUse = 'all' | 'requests' | 'none';

/**
 * Definition of an HTTP message's payload. `entity`: the body without any chunk framing. `recorded`: the body as
 * recorded, with any chunk framing, from which some repositories compute digests.
 */
export type PayloadReading = 'entity' | 'recorded';

/** gzip member as a list of buffers, for sinks with the option `viewMembers`. */
export type MemberView = {
  readonly views: readonly Uint8Array[];
};

export type StreamedMember = {
  /** Number of bytes of this record that were passed to `memberChunk`. */
  streamed: number;
};

export type DeclaredDigest = { algorithm: string; hex: string };

export type ImportedHttpHead = {
  /** Status code from 100 to 999. If the status line is malformed, any number of up to four digits, or undefined. */
  status: number | undefined;
  /** Reason phrase. May be empty. */
  reason: string;
  /** Content-Type as captured, trimmed. */
  contentType?: string;
  location?: string;
  /** Length of the HTTP header block including its blank line, in bytes. */
  headLength: number;
};

/**
 * Payload of a record: the body of an HTTP message, without chunk framing unless the payload definition is `recorded`.
 * If the block is not an HTTP message, the payload is the whole block. Digests are lower-case hexadecimal digits.
 */
export type ImportedPayload = {
  length: number;
  sha256: string;
  sha1: string;
  /** True if the HTTP header block declares chunked coding and the body is a complete sequence of chunks. */
  dechunked: boolean;
  /** SHA-1 of the body with its chunk framing. Set only if `dechunked` is true. */
  storedSha1?: string;
};

/** Limit on the inflated size of an input. */
export interface InflationLimit {
  /**
   * Counts inflated bytes. Returns false to stop reading: the current record is then reported as fatal damage with
   * `message`, and the rest of the input is skipped.
   */
  admit(inflatedBytes: number): boolean;
  /** Explanation for users, as a sentence. */
  readonly message: string;
}

export type WarcReaderOptions = {
  /** Maximum size of a gzip member that is passed in `member` instead of to `memberChunk`. Default 1 MiB. */
  inlineLimitBytes?: number;
  /**
   * Makes `member` consist of views that are valid only during the call of `record`; the sink must copy what it needs.
   * This saves a copy for sinks that collect members in their own buffers. Default false: the sink owns the members.
   */
  viewMembers?: boolean;
  /** Companion records to report. Default `none`. */
  companions?: CompanionUse;
  /**
   * Keeps records with a wrong block digest or length, without a date, or without an HTTP header block. They are
   * reported with `damaged` and `member` instead of `error`. If the HTTP header block is missing, the payload is the
   * whole block. Default false.
   */
  keepDamaged?: boolean;
  /** Definition of the payload, on which digests and lengths are based. Default `entity`. */
  payloads?: PayloadReading;
  /** Sets `held` to the description of the artifact in a record header of a LOCKSS repository. Default false. */
  heldArtifacts?: boolean;
  /** Maximum size of a WARC header in bytes. Default 256 KiB. */
  maxHeaderBytes?: number;
  /** Maximum size of an HTTP header block in bytes. Default 1 MiB. */
  maxHttpHeadBytes?: number;
  /** Compression level of gzip members that the reader compresses. Default 4. */
  level?: number;
  /**
   * Creates a spool for bytes that may have to be reread because of a wrong length but do not fit in memory. Without a
   * spool, such bytes are discarded and the record gets a warning.
   */
  openSpool?: () => ByteSpool;
  /** Limit on the inflated size of the input. Default: no limit. */
  inflation?: InflationLimit;
};
