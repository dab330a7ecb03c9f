// What becomes of a record's bytes: the member it came in, or one made here. Reports the record when it is complete.

import type { MemberCompressor } from '../gzip/member-compressor.ts';
import { isCompanion } from '../head/import-record.ts';
import { MAGIC } from '../head/warc-header.ts';
import type { CompanionRecord, ImportRecord, MemberView, StreamedMember, WarcSink } from '../report/types.ts';

/** Where the compressed bytes of records come from. */
export interface MemberSource {
  /** The member that just ended, whose only record is wanted. */
  takeMember(): Uint8Array | MemberView | StreamedMember;
  /** Inflates the first bytes of the record's member once more; false when they are no longer held. */
  replayMember(lengthBytes: number, take: (bytes: Uint8Array, start: number, end: number) => void): boolean;
}

const RECORD_END = Buffer.from('\r\n\r\n', 'latin1');
const CANNOT_BE_CUT_OUT =
  'The record is too large to be cut out of the gzip member that it shares with others: ' +
  'upload the file plain, or with one gzip member per record.';

/** Holds the one record whose header was read: in its block, or complete and waiting for what follows it. */
export class RecordKeeper {
  record: ImportRecord | CompanionRecord | undefined;
  /** Whether it begins the member that it came in and, as far as is known, is alone there: stored as that, where it can be. */
  verbatim = false;
  /** Whether its bytes are wanted. */
  #stored = false;
  readonly #sink: WarcSink;
  readonly #compressor: MemberCompressor;
  readonly #members: MemberSource | 'made' | undefined;
  #lengthBytes = 0;
  /** Its bytes go through the compressor as they come. */
  #isCompressed = false;

  /** Without `members` the input is plain. `made`: its members are not of gzip, and those to be stored are made here. */
  constructor(sink: WarcSink, compressor: MemberCompressor, members: MemberSource | 'made' | undefined) {
    this.#sink = sink;
    this.#compressor = compressor;
    this.#members = members;
  }

  /** The record begins with the header bytes[start, end), and is `lengthBytes` long with its block. */
  begin(
    record: ImportRecord | CompanionRecord,
    use: { verbatim: boolean; stored: boolean },
    lengthBytes: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    this.record = record;
    const version = storedVersion(record.version);
    const isOtherVersion = version !== record.version;
    if (isOtherVersion) record.warnings.push(versionWarning(record.version, version));
    this.verbatim = use.verbatim && !isOtherVersion;
    this.#stored = use.stored;
    this.#lengthBytes = lengthBytes;
    this.#isCompressed = !this.verbatim || this.#members === 'made';
    if (!this.#isCompressed || !this.#isWanted) return;
    this.#compressor.begin();
    let from = start;
    if (isOtherVersion) {
      const line = Buffer.concat([MAGIC, Buffer.from(version)]);
      this.#compressor.write(line, 0, line.length);
      from += MAGIC.length + record.version.length;
    }
    this.#compressor.write(bytes, from, end);
  }

  /** Takes the next bytes of its block. */
  write(bytes: Buffer, start: number, end: number): void {
    if (this.#isCompressed && this.#isWanted) this.#compressor.write(bytes, start, end);
  }

  /** Whether the bytes of the member that it came in are wanted. */
  get wantsMember(): boolean {
    return this.verbatim && this.#isWanted;
  }

  get #isWanted(): boolean {
    return this.#stored && this.record?.error === undefined;
  }

  /** Reports the record, if there is one. `alone`: its member, of `memberLength` bytes, ended right behind it. */
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

  /** The record goes on behind the end of its member, which had all but the last `missingBytes` of it. */
  spread(missingBytes: number): void {
    const record = this.record;
    if (record === undefined || !this.wantsMember) return;
    this.verbatim = false;
    if (this.#isCompressed) return;
    this.#recompress(record, this.#lengthBytes - missingBytes);
  }

  /** The member of the record, where it was alone in there as far as it was read, and its bytes may be asked for again. */
  get ownMember(): MemberSource | undefined {
    return this.verbatim && this.#isWanted && this.#members !== 'made' ? this.#members : undefined;
  }

  /** Reports another record in place of the one in front. */
  replace(record: ImportRecord, inputLength: number): void {
    this.record = undefined;
    record.inputLength = inputLength;
    this.#sink.record(record);
  }

  /** Forgets the record; what is known of it. */
  abandon(): { recordId?: string; url?: string } {
    const known = this.record;
    this.record = undefined;
    this.#compressor.drop();
    if (known === undefined || isCompanion(known.type)) return {};
    return { recordId: known.recordId, url: known.targetUri };
  }

  /** Of members that are kept: those that are made never get here. */
  get #source(): MemberSource {
    return this.#members as MemberSource;
  }

  #finishMember(): Uint8Array | MemberView | StreamedMember {
    this.#compressor.write(RECORD_END, 0, RECORD_END.length);
    return this.#compressor.finish();
  }

  /** The record shares its member after all: what was read of it goes through the compressor. */
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

/** Versions that the readers of the field take (warcio, pywb, FastWARC, jwarc), which stop at a record of any other. */
const READABLE_VERSIONS = new Set(['0.17', '0.18', '1.0', '1.1']);

/** The version itself where it is readable, else the nearest that is. */
function storedVersion(version: string): string {
  if (READABLE_VERSIONS.has(version)) return version;
  return version.startsWith('0.') ? '1.0' : '1.1';
}

function versionWarning(version: string, stored: string): string {
  return `The record declares WARC/${version}, which other software does not read. It is stored as WARC/${stored}.`;
}
