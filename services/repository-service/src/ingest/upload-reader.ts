// Reads an upload in a codec thread: bytes in, batches of findings out, both sides bounded. Knows nothing of messages.
import { crc32 } from 'node:zlib';
import { type ByteSpool, type Damage, type MemberView, WarcReader, type WarcRecord } from '@holdfast/warc';
import type { MemberPlace } from '../domain/member-place.ts';
import { readCompanionOf } from '../domain/read-companion.ts';
import { type Finding, type ReadingRules, readRecordOf } from '../domain/read-record.ts';
import type { OpenUpload, PackedOutput, PortionPiece } from './codec-messages.ts';
import { FindingPacker } from './packed-findings.ts';
import { type InputItem, UploadInput } from './upload-input.ts';

export interface UploadReaderOptions extends Omit<OpenUpload, 'message' | 'upload' | 'spoolFolder'> {
  readonly openSpool: (() => ByteSpool) | undefined;
  /** The output's bytes belong to the receiver until they come back with `taken`. */
  output(value: PackedOutput): void;
  /** So many pushed buffers were read to their end; the memory of these is the giver's again. */
  read(count: number, free: ArrayBuffer[]): void;
  /** A portion was read to its end. */
  cut(isSettled: boolean): void;
  gaveBack(pieces: PortionPiece[]): void;
  /** All of the upload was read. */
  done(): void;
}

/** Bytes of outputs that may be under way for one upload before its reader waits for some to be taken. */
const MAX_BYTES_UNDER_WAY = 3 * 1024 * 1024;

// What a piece inflates to is bounded by deflate's 1:1032, or by the reader where it may be more, so this bounds what one
// call can find.
const PIECE_BYTES = 32 * 1024;
const BATCH_BYTES = 1024 * 1024;
const BATCH_FINDINGS = 1000;
const BATCH_CHARACTERS = 1024 * 1024;
/** What an output counts for beside its bytes: findings are objects, too. */
const OUTPUT_OVERHEAD_BYTES = 512 * 1024;

/**
 * Reads one upload, or some portions of it: feeds its bytes to the WARC reader piece by piece, gathers what comes out into
 * batches, and stops feeding while too much of that is not yet taken.
 */
export class UploadReader {
  readonly #options: UploadReaderOptions;
  readonly #reader: WarcReader;
  readonly #input = new UploadInput();
  #inputAt = 0;
  #inputBytes = 0;
  /** The reader has read a part of what its last piece decompresses to. */
  #isMidway = false;
  /** A portion did not end where another one can begin, or could not be read: what comes then must not be read now. */
  #isHalted = false;
  /** Why a portion could not be read that is not certain. */
  #failure: { readonly error: unknown } | undefined;
  #bytesUnderWay = 0;
  #streaming = false;
  /** CRC-32 of the member whose chunks are coming, as far as they came. */
  #streamedCrc32 = 0;
  readonly #findings = new FindingPacker();
  /** Batches whose memory came back. */
  readonly #spare: ArrayBuffer[] = [];
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #filled = 0;

  constructor(options: UploadReaderOptions) {
    this.#options = options;
    const { givenBy, keepDamaged } = options;
    const rules: ReadingRules = { undatedMs: Date.now, givenBy, keepDamaged };
    this.#reader = new WarcReader(
      {
        record: (record) => this.#found(record, (member) => readRecordOf(record, member, rules)),
        companion: (companion) => this.#found(companion, (member) => readCompanionOf(companion, member)),
        memberChunk: (chunk) => this.#chunk(chunk),
        damage: (damage) => this.#damage(damage),
      },
      {
        inlineLimitBytes: options.inlineLimitBytes,
        companions: options.companions,
        keepDamaged: options.keepDamaged,
        payloads: options.payloads,
        heldArtifacts: options.givenBy !== undefined,
        viewMembers: true,
        ...(options.openSpool && { openSpool: options.openSpool }),
      },
    );
  }

  /** Says that what is pushed from now on lies at this offset of the upload, and may not be what it seems. */
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
    if (count > 0) this.#options.read(count, this.#free());
    if (this.#failure !== undefined && this.#input.isCertain) throw this.#failure.error;
  }

  /** Gives all back that is not certain. It must have read nothing of that, or be of no use any more. */
  giveBack(): void {
    const pieces = this.#input.giveBack();
    this.#isHalted = false;
    this.#options.gaveBack(pieces);
  }

  /** Keeps what has gone wrong to itself while the portion is not certain; false when it is. */
  hold(error: unknown): boolean {
    if (this.#input.isCertain) return false;
    this.#failure ??= { error };
    this.#isHalted = true;
    return true;
  }

  /** An output of so many bytes was taken by its receiver, which gives its memory back. */
  taken(buffer: ArrayBuffer, lengthBytes: number): void {
    this.#bytesUnderWay -= lengthBytes + OUTPUT_OVERHEAD_BYTES;
    if (buffer.byteLength === BATCH_BYTES) this.#spare.push(buffer);
    // What a large record was in is let go now: left to the collector, many of them would wait for it.
    else buffer.transfer(0);
    this.#pump();
  }

  close(): void {
    this.#input.clear();
    this.#isHalted = true;
    this.#reader.close();
  }

  #pump(): void {
    let item = this.#input.front;
    while (item !== undefined && !this.#isHalted && this.#bytesUnderWay < MAX_BYTES_UNDER_WAY) {
      this.#take(item);
      item = this.#input.front;
    }
    if (item === undefined && this.#bytesUnderWay === 0) this.#flush();
  }

  #take(item: InputItem): void {
    if (item.item === 'bytes') {
      this.#feed(item.bytes);
      return;
    }
    this.#input.shift(this.#inputBytes);
    if (item.item === 'portion') this.#reader.goOnAt(item.offset);
    else if (item.item === 'end') this.#finish();
    else this.#cut();
  }

  #feed(bytes: Uint8Array<ArrayBuffer>): void {
    this.#isMidway = !(this.#isMidway ? this.#reader.goOn() : this.#reader.writeSome(this.#nextPiece(bytes)));
    if (this.#isMidway || this.#inputAt < bytes.length) return;
    this.#inputAt = 0;
    const count = this.#input.shift(this.#inputBytes);
    if (count > 0) this.#options.read(count, this.#free());
  }

  #nextPiece(chunk: Uint8Array<ArrayBuffer>): Uint8Array {
    const piece = chunk.subarray(this.#inputAt, this.#inputAt + PIECE_BYTES);
    this.#inputAt += piece.length;
    this.#inputBytes += piece.length;
    return piece;
  }

  #free(): ArrayBuffer[] {
    return this.#input.free(this.#inputBytes - this.#reader.heldInputBytes);
  }

  #cut(): void {
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

  #found({ member }: WarcRecord, findingOf: (member: MemberPlace) => Finding): void {
    this.#flushChunks();
    if (member && !('streamed' in member) && this.#filled + lengthOf(member) > BATCH_BYTES) this.#flush();
    const finding = findingOf(this.#keep(member));
    this.#streaming = false;
    this.#add(finding);
  }

  #keep(member: WarcRecord['member']): MemberPlace {
    if (member === undefined) return place('nowhere', 0, 0, 0);
    if ('streamed' in member) return place('chunks', 0, member.streamed, this.#streamedCrc32);
    this.#bytes ??= this.#memory(lengthOf(member));
    const start = this.#filled;
    let memberCrc32 = 0;
    for (const piece of piecesOf(member)) {
      this.#bytes.set(piece, this.#filled);
      this.#filled += piece.length;
      memberCrc32 = crc32(piece, memberCrc32);
    }
    return place('batch', start, this.#filled - start, memberCrc32);
  }

  #damage(damage: Damage): void {
    this.#flushChunks();
    this.#add({
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

  #add(finding: Finding): void {
    this.#findings.add(finding);
    const { count, characters } = this.#findings;
    if (count >= BATCH_FINDINGS || characters >= BATCH_CHARACTERS) this.#flush();
  }

  /** What was found before a large record goes out before its first chunk. */
  #chunk(chunk: Uint8Array): void {
    if (!this.#streaming) this.#flush();
    this.#streamedCrc32 = crc32(chunk, this.#streaming ? this.#streamedCrc32 : 0);
    this.#streaming = true;
    for (let at = 0; at < chunk.length; ) {
      this.#bytes ??= this.#memory(BATCH_BYTES);
      const some = chunk.subarray(at, at + BATCH_BYTES - this.#filled);
      this.#bytes.set(some, this.#filled);
      this.#filled += some.length;
      at += some.length;
      if (this.#filled === BATCH_BYTES) this.#flushChunks();
    }
  }

  #flush(): void {
    this.#flushChunks();
    if (this.#findings.count > 0)
      this.#send({ output: 'findings', findings: this.#findings.take(), bytes: this.#takeBytes() });
  }

  /** What is gathered of a large record. Of the one that ends its findings are gathered next. */
  #flushChunks(): void {
    if (this.#streaming && this.#filled > 0) this.#send({ output: 'chunk', bytes: this.#takeBytes() });
  }

  #takeBytes(): Uint8Array {
    const bytes = this.#bytes?.subarray(0, this.#filled) ?? new Uint8Array(0);
    this.#bytes = undefined;
    this.#filled = 0;
    return bytes;
  }

  #send(output: PackedOutput): void {
    this.#bytesUnderWay += output.bytes.length + OUTPUT_OVERHEAD_BYTES;
    this.#options.output(output);
  }

  #memory(lengthBytes: number): Uint8Array<ArrayBuffer> {
    if (lengthBytes > BATCH_BYTES) return new Uint8Array(lengthBytes);
    return new Uint8Array(this.#spare.pop() ?? new ArrayBuffer(BATCH_BYTES));
  }
}

type WholeMember = Uint8Array | MemberView;

function piecesOf(member: WholeMember): readonly Uint8Array[] {
  return 'views' in member ? member.views : [member];
}

function lengthOf(member: WholeMember): number {
  return piecesOf(member).reduce((sum, { length }) => sum + length, 0);
}

function place(
  memberAt: MemberPlace['memberAt'],
  memberStart: number,
  memberLength: number,
  memberCrc32: number,
): MemberPlace {
  return { memberAt, memberStart, memberLength, memberCrc32 };
}
