// What the WARC reader reports and takes: plain data only, so that it can cross a worker boundary. No behaviour.
import type { ByteSpool } from '../bytes/held-bytes.ts';

/** Receives what a WarcReader finds, synchronously, in the order of the input. */
export interface WarcSink {
  /** One response, resource or revisit (or a record of missing/unknown type, then with `error`), after its last byte. */
  record(record: ImportRecord): void;
  /**
   * Bytes to be stored of a record too large to be held. They belong to the next `record()`, whose `member` is
   * `{ streamed }`; when that record has an `error`, or a `damage()` comes instead, they must be thrown away. They are good
   * only during the call.
   */
  memberChunk(chunk: Uint8Array): void;
  /**
   * One `request`, `metadata`, `conversion`, `continuation` or `warcinfo`, after its last byte; when the reader was asked
   * for them. Its chunks come as those of a `record()`.
   */
  companion?(companion: CompanionRecord): void;
  /** Something about the archive as a whole is not as it says: a sentence for people. Comes at its end. */
  warning?(message: string): void;
  /** A bad stretch of the input. The reader went on behind it, or (`fatal`) nothing more will come. */
  damage(damage: Damage): void;
}

export type Damage = {
  /** Byte offset in the input: of the damaged record, of its gzip member, or of the first bad byte. */
  offset: number;
  message: string;
  fatal: boolean;
  /** Id of the record that was cut or spoilt, when its WARC header could still be read. */
  recordId?: string;
  url?: string;
};

/** What is reported of every record, whatever it is. */
export type WarcRecord = {
  /** Byte offset in the input: of the record (plain WARC) or of the gzip member that it begins in. */
  offset: number;
  /** Bytes of the record or of its gzip member in the input; 0 when it shares its member with other records. */
  inputLength: number;
  /** `1.0`, `1.1`, `0.18` … */
  version: string;
  /** WARC-Type in lower case; empty when missing. */
  type: string;
  /** WARC-Record-ID verbatim, `<` and `>` included; empty when missing. */
  recordId: string;
  /** WARC-Target-URI without enclosing `<>`. */
  targetUri: string;
  /** WARC-Date, milliseconds since the epoch; 0 when it could not be read (then `error` or `damaged` is set). */
  dateMs: number;
  /** Content-Type of the WARC header; empty when missing. */
  warcContentType: string;
  /** WARC-Concurrent-To verbatim, each of them. */
  concurrentTo?: string[];
  /** WARC-Refers-To verbatim. */
  refersTo?: string;
  /** WARC-Warcinfo-ID verbatim. */
  warcinfoId?: string;
  /** Bytes of the whole block. */
  blockLength: number;
  /** Why the record cannot be kept: a sentence for people. `member` is undefined then. */
  error?: string;
  /** With `keepDamaged`: why the record would have been refused; its bytes are whole. */
  damaged?: string;
  /** What is odd but no reason to refuse, for example a payload digest that matches neither reading. */
  warnings: string[];
  /**
   * The gzip member to store. Per-record gzip: the very bytes that came. Otherwise made here: WARC header and block
   * verbatim, then CRLF CRLF. `{ streamed }`: its bytes went through `memberChunk`. Undefined with `error`.
   * Small members that one `write()` reports may share an ArrayBuffer of at most 64 KiB, which nothing else uses: what
   * one `write()` reports should cross to another thread in one message.
   */
  member: Uint8Array | MemberView | StreamedMember | undefined;
};

/** A record that may become an artifact. */
export type ImportRecord = WarcRecord & {
  refersToUri?: string;
  refersToDateMs?: number;
  profile?: string;
  truncated?: string;
  /**
   * WARC-Payload-Digest of a known algorithm and spelling: of revisits, and of other records where it matches neither
   * reading of the payload (then with a warning). Algorithm as `sha1`, `sha256`, `md5` …
   */
  declaredPayloadDigest?: DeclaredDigest;
  /** WARC-Payload-Digest that matches the payload, where it is none of the digests in `payload`. */
  provenPayloadDigest?: DeclaredDigest;
  /** The HTTP head of a response, or of a revisit that has one. */
  http?: ImportedHttpHead;
  payload: ImportedPayload;
  /** With `heldArtifacts`. */
  held?: HeldArtifact;
};

/**
 * What the repository of a preservation node says in the header of a record of the artifact that it is (the fields
 * X-LockssRepo-Artifact-…). Undefined is what is missing or cannot be read; texts are verbatim.
 */
export type HeldArtifact = {
  namespace: string | undefined;
  auid: string | undefined;
  uri: string | undefined;
  version: string | undefined;
  /** Milliseconds since the epoch. */
  storedMs: number | undefined;
  /** Bytes of the payload. */
  length: number | undefined;
  /** Of the payload as it is recorded; undefined where its algorithm or spelling is not known, too. */
  digest: DeclaredDigest | undefined;
};

/**
 * A record that becomes no artifact: `request`, `metadata`, `conversion`, `continuation` or `warcinfo`. A continuation
 * refers to the record that it continues (WARC-Segment-Origin-ID). Without a date that can be read, `dateMs` is 0.
 */
export type CompanionRecord = WarcRecord & {
  /** The beginning of a request's block; a view that is good only during the call of `companion`. */
  blockStart?: Uint8Array;
};

/**
 * Which companions are reported: `all`; or `requests` alone, of which then neither the member is kept nor the digest
 * checked. The others are read over: their blocks are neither digested nor kept.
 */
export type CompanionUse = 'all' | 'requests' | 'none';

/**
 * What the payload of an HTTP message is: `entity`, its body, de-chunked where it really is chunked; `recorded`, the body
 * as it lies in the record, whatever its head says, which is what some repositories digest.
 */
export type PayloadReading = 'entity' | 'recorded';

/** The bytes of a member in pieces, in order, for a sink that asked for views. */
export type MemberView = {
  readonly views: readonly Uint8Array[];
};

export type StreamedMember = {
  /** Bytes that went through `memberChunk` for this record. */
  streamed: number;
};

export type DeclaredDigest = { algorithm: string; hex: string };

export type ImportedHttpHead = {
  /** 100 to 999; any number of up to four digits, or undefined, where the status line is an odd one. */
  status: number | undefined;
  /** May be empty. */
  reason: string;
  /** Content-Type as sent, trimmed. */
  contentType?: string;
  location?: string;
  /** Bytes of the HTTP head in the block, blank line included. */
  headLength: number;
};

/**
 * The HTTP entity body, de-chunked where it really is chunked (unless bodies are taken as recorded); for other blocks than
 * HTTP messages, the block. Digests in lower-case hex.
 */
export type ImportedPayload = {
  length: number;
  sha256: string;
  sha1: string;
  /** True when the header says chunked and the body is one complete sequence of chunks. */
  dechunked: boolean;
  /** SHA-1 of the body as it lies in the record, chunk framing included; only when `dechunked`. */
  storedSha1?: string;
};

/** Decides how much an input may inflate to. */
export interface InflationLimit {
  /**
   * Counts bytes that were inflated. Returns false when reading must stop: the record in progress is then reported as fatal
   * damage, with `message`, and the rest of the input is passed over.
   */
  admit(inflatedBytes: number): boolean;
  /** A sentence for people. */
  readonly message: string;
}

export type WarcReaderOptions = {
  /** Stored members up to this size come whole in `member`, larger ones through `memberChunk`. Default 1 MiB. */
  inlineLimitBytes?: number;
  /**
   * A `member` is then a view: pieces that are good only during the call of `record`, which copies them where it wants
   * them. Spares one copy for a sink that gathers members in buffers of its own. Default false:
   * members belong to the sink.
   */
  viewMembers?: boolean;
  /** Which companions are reported. Default `none`. */
  companions?: CompanionUse;
  /**
   * Records with a wrong block digest, without the HTTP head that they should have, or without a date are reported with
   * `damaged` and their member, not with `error`. A block without its head is then all payload. Default false.
   */
  keepDamaged?: boolean;
  /** What payloads are: their digests and lengths are of that. Default `entity`. */
  payloads?: PayloadReading;
  /** Records are reported with what a repository says in their headers of the artifacts that they are. Default false. */
  heldArtifacts?: boolean;
  /** Largest WARC header. Default 256 KiB. */
  maxHeaderBytes?: number;
  /** Largest HTTP head. Default 1 MiB. */
  maxHttpHeadBytes?: number;
  /** Level of the gzip members made here (never of those taken over). Default 4. */
  level?: number;
  /**
   * Makes a spool for bytes that may have to be read again because a length is wrong, when they are too many for memory.
   * Without it they are given up then, and that is said of the record.
   */
  openSpool?: () => ByteSpool;
  /** Bounds what the input may inflate to. Default: no bound. */
  inflation?: InflationLimit;
};
