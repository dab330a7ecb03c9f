// Reports a complete record with its compressed bytes: its original gzip member, or a member that is compressed here.

import type { MemberCompressor } from '../gzip/member-compressor.ts';
import { isCompanion } from '../head/import-record.ts';
import { WARC_MAGIC } from '../head/warc-header.ts';
import type { CompanionRecord, ImportRecord, MemberView, StreamedMember, WarcSink } from '../report/types.ts';

/** Source of gzip members. */
export interface MemberSource {
  /** Returns the gzip member that has just ended, to store its only record. */
  takeMember(): Uint8Array | MemberView | StreamedMember;
  /**
   * Inflates the first `lengthBytes` of the current gzip member again. Returns false if the member is no longer in
   * memory.
   */
  replayMember(lengthBytes: number, take: (bytes: Uint8Array, start: number, end: number) => void): boolean;
}

const RECORD_END = Buffer.from('\r\n\r\n', 'latin1');
const CANNOT_BE_CUT_OUT =
  'The record is too large to extract from the gzip member that it shares with other records: ' +
  'upload the file uncompressed, or with one gzip member per record.';

/**
 * Assembles the current record, which is the record whose header was read last. Holds this record until the data after
 * it is known.
 */
export class RecordAssembler {
  record: ImportRecord | CompanionRecord | undefined;
  /**
   * True if the record begins its gzip member and the member contains no other record so far. If this remains true, the
   * original member is stored.
   */
  verbatim = false;
  /** True if the record is to be stored. */
  #stored = false;
  readonly #sink: WarcSink;
  readonly #compressor: MemberCompressor;
  readonly #members: MemberSource | 'made' | undefined;
  #lengthBytes = 0;
  /** True if the assembler compresses the bytes of the record while they arrive. */
  #isCompressed = false;

  /**
   * Creates an assembler. `members` is the source of the original gzip members, or undefined if the input is not
   * compressed. With `made`, the original members cannot be stored (zstandard, ARC), so all records are compressed
   * here.
   */
  constructor(sink: WarcSink, compressor: MemberCompressor, members: MemberSource | 'made' | undefined) {
    this.#sink = sink;
    this.#compressor = compressor;
    this.#members = members;
  }

  /** Begins a record with the header in bytes[start, end). `lengthBytes` is the length of the record with its block. */
  begin(
    record: ImportRecord | CompanionRecord,
    use: { verbatim: boolean; stored: boolean },
    lengthBytes: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    this.record = record;
    const version = toStoredVersion(record.version);
    const isOtherVersion = version !== record.version;
    if (isOtherVersion) record.warnings.push(formatVersionWarning(record.version, version));
    this.verbatim = use.verbatim && !isOtherVersion;
    this.#stored = use.stored;
    this.#lengthBytes = lengthBytes;
    this.#isCompressed = !this.verbatim || this.#members === 'made';
    if (!this.#isCompressed || !this.#isWanted) return;
    this.#compressor.begin();
    let from = start;
    if (isOtherVersion) {
      const line = Buffer.concat([WARC_MAGIC, Buffer.from(version)]);
      this.#compressor.write(line, 0, line.length);
      from += WARC_MAGIC.length + record.version.length;
    }
    this.#compressor.write(bytes, from, end);
  }

  /** Adds bytes of the block. */
  write(bytes: Buffer, start: number, end: number): void {
    if (this.#isCompressed && this.#isWanted) this.#compressor.write(bytes, start, end);
  }

  /** True if the original gzip member is needed to store the record. */
  get wantsMember(): boolean {
    return this.verbatim && this.#isWanted;
  }

  get #isWanted(): boolean {
    return this.#stored && this.record?.error === undefined;
  }

  /**
   * Reports the current record, if any. `alone` is true if the record ends its gzip member. `memberLength` is the size
   * of this member in bytes.
   */
  conclude(alone: boolean, memberLength: number): void {
    const record = this.record;
    if (record === undefined) return;
    const wanted = this.#isWanted;
    this.record = undefined;
    if (this.#members === undefined) record.inputLength = this.#lengthBytes;
    else if (alone && this.verbatim) record.inputLength = memberLength;
    if (wanted) {
      if (this.#isCompressed) record.member = this.#finishMember();
      else if (alone) record.member = this.#source.takeMember();
      else if (this.#recompress(record, this.#lengthBytes)) record.member = this.#finishMember();
    }
    if (record.error !== undefined) this.#compressor.drop();
    if ('payload' in record) this.#sink.record(record);
    else this.#sink.companion!(record);
  }

  /**
   * Handles a record that continues in the next gzip member. `missingBytes` is the number of its bytes that are still
   * missing.
   */
  spread(missingBytes: number): void {
    const record = this.record;
    if (record === undefined || !this.wantsMember) return;
    this.verbatim = false;
    if (this.#isCompressed) return;
    this.#recompress(record, this.#lengthBytes - missingBytes);
  }

  /** Source of the record's gzip member. Undefined if the member contains other records or cannot be inflated again. */
  get ownMember(): MemberSource | undefined {
    return this.verbatim && this.#isWanted && this.#members !== 'made' ? this.#members : undefined;
  }

  /** Reports `record` instead of the current record. */
  replace(record: ImportRecord, inputLength: number): void {
    this.record = undefined;
    record.inputLength = inputLength;
    this.#sink.record(record);
  }

  /** Discards the record. Returns its record ID and URL, if known. */
  abandon(): { recordId?: string; url?: string } {
    const known = this.record;
    this.record = undefined;
    this.#compressor.drop();
    if (known === undefined || isCompanion(known.type)) return {};
    return { recordId: known.recordId, url: known.targetUri };
  }

  /** Source of the original gzip members. Must not be used if `members` is `made`. */
  get #source(): MemberSource {
    return this.#members as MemberSource;
  }

  #finishMember(): Uint8Array | MemberView | StreamedMember {
    this.#compressor.write(RECORD_END, 0, RECORD_END.length);
    return this.#compressor.finish();
  }

  /**
   * Starts compressing the record because its gzip member contains other records as well. Begins with the bytes of the
   * record that have already been read.
   */
  #recompress(record: ImportRecord | CompanionRecord, lengthBytes: number): boolean {
    const compressor = this.#compressor;
    this.verbatim = false;
    this.#isCompressed = true;
    compressor.begin();
    const take = (bytes: Uint8Array, start: number, end: number) => compressor.write(bytes, start, end);
    const replayed = this.#source.replayMember(lengthBytes, take);
    if (!replayed) record.error = CANNOT_BE_CUT_OUT;
    return replayed;
  }
}

/** WARC versions that warcio, pywb, FastWARC and jwarc accept. These readers stop at a record with another version. */
const READABLE_VERSIONS = new Set(['0.17', '0.18', '1.0', '1.1']);

/** Returns the version if other readers accept it, 1.0 for an older version, and 1.1 for a newer version. */
function toStoredVersion(version: string): string {
  if (READABLE_VERSIONS.has(version)) return version;
  return version.startsWith('0.') ? '1.0' : '1.1';
}

function formatVersionWarning(version: string, stored: string): string {
  return `The record declares WARC/${version}, which other software does not read. It is stored as WARC/${stored}.`;
}
