// A codec thread: takes the bytes of uploads, gives back their records read and digested. Computation only: it
// opens no socket and no database, and no file but a spool where a length is wrong by megabytes.
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { type ByteSpool, type Damage, type MemberView, WarcReader, type WarcRecord } from '@holdfast/warc';
import type { MemberPlace } from '../domain/member-place.ts';
import { readCompanionOf } from '../domain/read-companion.ts';
import { type Finding, type ReadingRules, readRecordOf } from '../domain/read-record.ts';
import { openAnonymousSpool } from './anonymous-spool.ts';
import type { FromCodec, OpenUpload, PackedOutput, ToCodec } from './codec-messages.ts';
import { FindingPacker } from './packed-findings.ts';

/** Bytes of outputs that may be under way for one upload before its reader waits for some to be taken. */
const MAX_BYTES_UNDER_WAY = 4 * 1024 * 1024;

const uploads = new Map<number, UploadReader>();
const port = parentPort!;

port.on('message', (message: ToCodec) => {
  if (message.message === 'open') {
    uploads.set(message.upload, open(message));
    return;
  }
  const reader = uploads.get(message.upload);
  if (!reader) return;
  try {
    handle(reader, message);
  } catch (error) {
    uploads.delete(message.upload);
    reader.close();
    port.postMessage(failure(message.upload, error));
  }
});

function handle(reader: UploadReader, message: Exclude<ToCodec, { message: 'open' }>): void {
  switch (message.message) {
    case 'data':
      reader.push(new Uint8Array(message.buffer, 0, message.length));
      return;
    case 'end':
      reader.end();
      return;
    case 'taken':
      reader.taken(message.buffer, message.lengthBytes);
      return;
    case 'drop':
      uploads.delete(message.upload);
      reader.close();
  }
}

function open(message: OpenUpload): UploadReader {
  const { upload, spoolFolder, ...options } = message;
  return new UploadReader({
    ...options,
    openSpool: spoolFolder === undefined ? undefined : () => openAnonymousSpool(spoolFolder),
    output: (value) => {
      const transferred = [value.bytes.buffer as ArrayBuffer];
      if (value.output === 'findings') {
        const { numbers, texts } = value.findings;
        transferred.push(numbers.buffer, texts.lengths.buffer);
      }
      port.postMessage({ message: 'output', upload, value } satisfies FromCodec, transferred);
    },
    read: (buffers) => port.postMessage({ message: 'read', upload, buffers } satisfies FromCodec, buffers),
    done: () => {
      uploads.delete(upload);
      port.postMessage({ message: 'done', upload } satisfies FromCodec);
    },
  });
}

function failure(upload: number, error: unknown): FromCodec {
  const notAWarc = error instanceof Error && error.name === 'NotAWarcError';
  const detail = error instanceof Error ? error.message : String(error);
  return { message: 'failed', upload, reason: notAWarc ? 'notAWarc' : 'codec', detail };
}

interface UploadReaderOptions extends Omit<OpenUpload, 'message' | 'upload' | 'spoolFolder'> {
  readonly openSpool: (() => ByteSpool) | undefined;
  /** The output's bytes belong to the receiver until they come back with `taken`. */
  output(value: PackedOutput): void;
  /** One pushed buffer was read to its end; the memory of these is the giver's again. */
  read(free: ArrayBuffer[]): void;
  done(): void;
}

// What a piece inflates to is bounded by deflate's 1:1032, or by the reader where it may be more, so this bounds what one
// call can find.
const PIECE_BYTES = 32 * 1024;
const BATCH_BYTES = 1024 * 1024;
const BATCH_FINDINGS = 1000;
/** What an output counts for beside its bytes: findings are objects, too. */
const OUTPUT_OVERHEAD_BYTES = 512 * 1024;

/**
 * Reads one upload: feeds its bytes to the WARC reader piece by piece, gathers what comes out into batches, and stops
 * feeding while too much of that is not yet taken.
 */
class UploadReader {
  readonly #options: UploadReaderOptions;
  readonly #reader: WarcReader;
  #input: Uint8Array<ArrayBuffer>[] = [];
  #inputAt = 0;
  #inputBytes = 0;
  /** The reader has read a part of what its last piece decompresses to. */
  #isMidway = false;
  /** Buffers that were read, of which the reader may still need the last bytes. */
  #read: { buffer: ArrayBuffer; end: number }[] = [];
  #ended = false;
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
    this.#reader = new WarcReader(
      {
        record: (record) => this.#found(record, (member) => readRecordOf(record, member, this.#rules())),
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

  #rules(): ReadingRules {
    const { givenBy, keepDamaged } = this.#options;
    return { undatedMs: Date.now(), givenBy, keepDamaged };
  }

  push(bytes: Uint8Array<ArrayBuffer>): void {
    this.#input.push(bytes);
    this.#pump();
  }

  end(): void {
    this.#ended = true;
    this.#pump();
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
    this.#input = [];
    this.#read = [];
    this.#reader.close();
  }

  #pump(): void {
    while (this.#input.length > 0 && this.#bytesUnderWay < MAX_BYTES_UNDER_WAY) this.#feed();
    if (this.#input.length > 0) return;
    if (this.#ended) this.#finish();
    else if (this.#bytesUnderWay === 0) this.#flush();
  }

  #feed(): void {
    const chunk = this.#input[0]!;
    this.#isMidway = !(this.#isMidway ? this.#reader.goOn() : this.#reader.writeSome(this.#nextPiece(chunk)));
    if (this.#isMidway || this.#inputAt < chunk.length) return;
    this.#input.shift();
    this.#inputAt = 0;
    this.#read.push({ buffer: chunk.buffer, end: this.#inputBytes });
    this.#options.read(this.#free());
  }

  #nextPiece(chunk: Uint8Array<ArrayBuffer>): Uint8Array {
    const piece = chunk.subarray(this.#inputAt, this.#inputAt + PIECE_BYTES);
    this.#inputAt += piece.length;
    this.#inputBytes += piece.length;
    return piece;
  }

  #free(): ArrayBuffer[] {
    const needed = this.#inputBytes - this.#reader.heldInputBytes;
    const free: ArrayBuffer[] = [];
    while (this.#read.length > 0 && this.#read[0]!.end <= needed) free.push(this.#read.shift()!.buffer);
    return free;
  }

  #finish(): void {
    this.#ended = false;
    this.#reader.end();
    this.#reader.close();
    this.#flush();
    this.#options.done();
  }

  #found({ member }: WarcRecord, findingOf: (member: MemberPlace) => Finding): void {
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
    if (this.#findings.count >= BATCH_FINDINGS) this.#flush();
  }

  /** What was found before a large record goes out before its first chunk. */
  #chunk(chunk: Uint8Array): void {
    this.#flush();
    this.#streamedCrc32 = crc32(chunk, this.#streaming ? this.#streamedCrc32 : 0);
    this.#streaming = true;
    const memory = this.#memory(chunk.length);
    memory.set(chunk);
    this.#send({ output: 'chunk', bytes: memory.subarray(0, chunk.length) });
  }

  #flush(): void {
    if (this.#findings.count === 0) return;
    const bytes = this.#bytes?.subarray(0, this.#filled) ?? new Uint8Array(0);
    this.#bytes = undefined;
    this.#filled = 0;
    this.#send({ output: 'findings', findings: this.#findings.take(), bytes });
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
