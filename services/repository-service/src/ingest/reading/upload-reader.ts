// Reads an upload in a codec thread: receives bytes and sends batches of parsed records, with limited buffering. Does
// not depend on how messages are passed between threads.
import { crc32 } from 'node:zlib';
import { type ByteSpool, type WarcDamage, WarcReader, type WarcRecord } from '@holdfast/warc';
import { NamedIdentities } from '../../domain/record/named-identities.ts';
import { type MemberLocation, toParsedCompanion } from '../../domain/record/read-companion.ts';
import {
  type ParsedUploadItem,
  type ReadingRules,
  toDigestedRecord,
} from '../../domain/record/read-record.ts';
import { BatchBytes } from './batch-bytes.ts';
import type { InputBufferPiece, OpenUpload, PackedCodecOutput } from './codec-messages.ts';
import { RecordPacker } from './packed-records.ts';
import { UploadGauge } from './upload-gauge.ts';
import { UploadInput, type UploadInputItem } from './upload-input.ts';

interface UploadReaderOptions extends Omit<OpenUpload, 'message' | 'upload' | 'spoolFolder'> {
  readonly openSpool: (() => ByteSpool) | undefined;
  /** Sends an output. Its bytes belong to the receiver until `taken` returns them. */
  output(value: PackedCodecOutput): void;
  /** Reports the number of input buffers read, and returns buffers to the sender. */
  read(count: number, free: ArrayBuffer[]): void;
  /** Reports that a range of the upload was read to its end. */
  cut(isSettled: boolean): void;
  gaveBack(pieces: InputBufferPiece[]): void;
  warn(warning: string): void;
  /** Reports that the whole upload was read. */
  done(): void;
  /** Yields to other uploads in this thread. Must call `goOn` soon afterwards. */
  defer(): void;
}

/** Maximum number of unconsumed output bytes. The reader pauses above this limit. */
const MAX_BYTES_UNDER_WAY = 3 * 1024 * 1024;

// Number of input bytes per call of the WARC reader. DEFLATE inflates at most 1032-fold, so this also limits the number
// of records per call.
const PIECE_BYTES = 32 * 1024;
const BATCH_FINDINGS = 1000;
const BATCH_CHARACTERS = 1024 * 1024;
/** Time after which a reader yields to other uploads of its thread, in milliseconds. */
const TURN_MS = 20;
/** Estimated memory of the record objects of one output, in addition to the output's bytes. */
const OUTPUT_OVERHEAD_BYTES = 512 * 1024;

/** Reads an upload, or ranges of it, and collects parsed records into batches. Limits the unconsumed output. */
export class UploadReader {
  readonly #options: UploadReaderOptions;
  readonly #reader: WarcReader;
  readonly #gauge: UploadGauge;
  readonly #input = new UploadInput();
  #inputAt = 0;
  #inputBytes = 0;
  /** Whether the WARC reader has inflated only part of the last input. */
  #isMidway = false;
  /** True if a range was unreadable or did not end at the end of a gzip member. The input after it must then wait. */
  #isHalted = false;
  #isDeferred = false;
  /** Withheld error in a range whose start is unconfirmed. */
  #failure: { readonly error: unknown } | undefined;
  #bytesUnderWay = 0;
  #streaming = false;
  /** CRC-32 of the current gzip member so far. */
  #streamedCrc32 = 0;
  readonly #findings = new RecordPacker();
  readonly #batch = new BatchBytes();

  constructor(options: UploadReaderOptions) {
    this.#options = options;
    const { givenBy, keepDamaged } = options;
    const identities = options.identities && new NamedIdentities(options.identities);
    this.#gauge = new UploadGauge(options.gauge, options.inflation);
    const rules: ReadingRules = { undatedMs: Date.now, givenBy, identities, keepDamaged };
    this.#reader = new WarcReader(
      {
        record: (record) => this.#addRecord(record, (member) => toDigestedRecord(record, member, rules)),
        companion: (companion) =>
          this.#addRecord(companion, (member) => toParsedCompanion(companion, member)),
        memberChunk: (chunk) => this.#bufferChunk(chunk),
        damage: (damage) => this.#addDamage(damage),
        warning: (warning) => options.warn(warning),
      },
      {
        inlineLimitBytes: options.inlineLimitBytes,
        companions: options.companions,
        keepDamaged: options.keepDamaged,
        payloads: options.payloads,
        heldArtifacts: options.givenBy !== undefined,
        viewMembers: true,
        inflation: this.#gauge,
        ...(options.openSpool && { openSpool: options.openSpool }),
      },
    );
  }

  /** Starts a range at this offset of the upload. The offset may turn out not to be the start of a gzip member. */
  beginPortion(portion: number, offset: number): void {
    this.#input.beginPortion(portion, offset);
  }

  push(bytes: Uint8Array<ArrayBuffer>): void {
    this.#input.pushBytes(bytes);
    this.#pump();
  }

  cut(): void {
    this.#input.push({ item: 'cut' });
    this.#pump();
  }

  end(): void {
    this.#input.push({ item: 'end' });
    this.#pump();
  }

  makeCertain(portion: number): void {
    const count = this.#input.makeCertain(portion);
    if (count > 0) this.#options.read(count, this.#freeInputBuffers());
    if (this.#failure !== undefined && this.#input.isCertain) throw this.#failure.error;
  }

  /**
   * Gives all buffers of unconfirmed ranges back to the sender. If any of these bytes were already read, discard the
   * reader afterwards.
   */
  giveBack(): void {
    const pieces = this.#input.giveBack();
    this.#isHalted = false;
    this.#options.gaveBack(pieces);
  }

  /** Withholds an error if the start of the current range is unconfirmed. Returns false if the start is confirmed. */
  hold(error: unknown): boolean {
    if (this.#input.isCertain) return false;
    this.#failure ??= { error };
    this.#isHalted = true;
    return true;
  }

  /** Call when the receiver has consumed an output of this size and returned its buffer. */
  taken(buffer: ArrayBuffer, lengthBytes: number): void {
    this.#bytesUnderWay -= lengthBytes + OUTPUT_OVERHEAD_BYTES;
    this.#batch.giveBack(buffer);
    this.#pump();
  }

  /** Resumes reading after `defer`. */
  goOn(): void {
    this.#isDeferred = false;
    this.#pump();
  }

  close(): void {
    this.#input.clear();
    this.#isHalted = true;
    this.#reader.close();
  }

  #pump(): void {
    const untilMs = performance.now() + TURN_MS;
    let item = this.#input.front;
    while (item !== undefined && !this.#isHalted && this.#bytesUnderWay < MAX_BYTES_UNDER_WAY) {
      if (this.#gauge.isStopped) return;
      this.#handleItem(item);
      item = this.#input.front;
      if (item === undefined || performance.now() < untilMs) continue;
      if (!this.#isDeferred) this.#options.defer();
      this.#isDeferred = true;
      return;
    }
    if (item === undefined && this.#bytesUnderWay === 0) this.#flush();
  }

  #handleItem(item: UploadInputItem): void {
    if (item.item === 'bytes') {
      this.#feed(item.bytes);
      return;
    }
    this.#input.shift(this.#inputBytes);
    if (item.item === 'portion') this.#reader.goOnAt(item.offset);
    else if (item.item === 'end') this.#finish();
    else this.#reportCut();
  }

  #feed(bytes: Uint8Array<ArrayBuffer>): void {
    this.#isMidway = !(this.#isMidway ? this.#reader.goOn() : this.#reader.writeSome(this.#readPiece(bytes)));
    if (this.#isMidway || this.#inputAt < bytes.length) return;
    this.#inputAt = 0;
    const count = this.#input.shift(this.#inputBytes);
    if (count > 0) this.#options.read(count, this.#freeInputBuffers());
  }

  #readPiece(chunk: Uint8Array<ArrayBuffer>): Uint8Array {
    const piece = chunk.subarray(this.#inputAt, this.#inputAt + PIECE_BYTES);
    this.#inputAt += piece.length;
    this.#inputBytes += piece.length;
    this.#gauge.read(piece.length);
    return piece;
  }

  #freeInputBuffers(): ArrayBuffer[] {
    return this.#input.free(this.#inputBytes - this.#reader.heldInputBytes);
  }

  #reportCut(): void {
    this.#flush();
    const { isSettled } = this.#reader;
    this.#isHalted = !isSettled;
    this.#options.cut(isSettled);
  }

  #finish(): void {
    this.#reader.end();
    this.#reader.close();
    this.#flush();
    this.#options.done();
  }

  #addRecord({ member }: WarcRecord, findingOf: (member: MemberLocation) => ParsedUploadItem): void {
    this.#flushChunks();
    if (member && !('streamed' in member) && !this.#batch.hasRoomFor(member)) this.#flush();
    const finding = findingOf(this.#locateMember(member));
    this.#streaming = false;
    this.#addFinding(finding);
  }

  #locateMember(member: WarcRecord['member']): MemberLocation {
    if (member === undefined) return makeLocation('nowhere', 0, 0, 0);
    if ('streamed' in member) return makeLocation('chunks', 0, member.streamed, this.#streamedCrc32);
    const { start, length, crc32: memberCrc32 } = this.#batch.addMember(member);
    return makeLocation('batch', start, length, memberCrc32);
  }

  #addDamage(damage: WarcDamage): void {
    this.#flushChunks();
    this.#addFinding({
      finding: 'damage',
      offset: damage.offset,
      error: damage.message,
      recordId: damage.recordId,
      url: damage.url,
      warnings: undefined,
      abandonsChunks: this.#streaming,
    });
    this.#streaming = false;
  }

  #addFinding(finding: ParsedUploadItem): void {
    this.#findings.add(finding);
    const { count, characters } = this.#findings;
    if (count >= BATCH_FINDINGS || characters >= BATCH_CHARACTERS) this.#flush();
  }

  /** Buffers a chunk of a large record. Sends the preceding records first, so that they arrive before the chunk. */
  #bufferChunk(chunk: Uint8Array): void {
    if (!this.#streaming) this.#flush();
    this.#streamedCrc32 = crc32(chunk, this.#streaming ? this.#streamedCrc32 : 0);
    this.#streaming = true;
    for (let at = 0; at < chunk.length; ) {
      at += this.#batch.addSome(chunk, at);
      if (this.#batch.isFull) this.#flushChunks();
    }
  }

  #flush(): void {
    this.#flushChunks();
    if (this.#findings.count > 0)
      this.#sendOutput({ output: 'findings', findings: this.#findings.take(), bytes: this.#batch.take() });
  }

  /** Sends the buffered chunks of a large record. */
  #flushChunks(): void {
    if (this.#streaming && !this.#batch.isEmpty)
      this.#sendOutput({ output: 'chunk', bytes: this.#batch.take() });
  }

  #sendOutput(output: PackedCodecOutput): void {
    this.#bytesUnderWay += output.bytes.length + OUTPUT_OVERHEAD_BYTES;
    this.#options.output(output);
  }
}

function makeLocation(
  memberAt: MemberLocation['memberAt'],
  memberStart: number,
  memberLength: number,
  memberCrc32: number,
): MemberLocation {
  return { memberAt, memberStart, memberLength, memberCrc32 };
}
