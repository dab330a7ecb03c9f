// Holdfast's reader with one thread per processor, as in an import on an idle machine. The threads take turns reading
// byte ranges of the file.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { MemberFinder } from '@holdfast/warc';
import type { FileChunk, FileChunkResult } from './codec-thread.ts';
import type { ArchiveReader, FileByteSource, ReadTotals } from './reading.ts';

const BUFFER_BYTES = 256 * 1024;
const PORTION_BYTES = 1920 * 1024;
const PORTIONS_UNDER_WAY = 2;

export const threadedCodecReader: ArchiveReader = {
  name: 'codec in threads',
  read: (source) => readAll(source),
};

const program = new URL('../../dist/read/codec-thread.js', import.meta.url);
let threads: WorkerThread[] | undefined;

async function readAll(source: FileByteSource): Promise<ReadTotals> {
  threads ??= Array.from({ length: Math.max(2, availableParallelism()) }, () => new WorkerThread());
  const total = { records: 0, bytes: 0 };
  const read = ({ seen, isSettled }: FileChunkResult, isLast: boolean) => {
    if (!isSettled && !isLast) throw new Error('A portion ends where none can begin.');
    total.records += seen.records;
    total.bytes += seen.bytes;
  };
  const underWay: Promise<void>[] = [];
  let next = 0;
  for (const portion of splitIntoChunks(source)) {
    const thread = threads[next++ % threads.length]!;
    underWay.push(thread.read(portion).then((answer) => read(answer, portion.isLast)));
    if (underWay.length >= PORTIONS_UNDER_WAY * threads.length) await underWay.shift();
  }
  await Promise.all(underWay);
  return total;
}

const spare: ArrayBuffer[] = [];

function* splitIntoChunks(source: FileByteSource): Generator<FileChunk> {
  const finder = new MemberFinder();
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let filled = BUFFER_BYTES;
  let offset = 0;
  let lengthBytes = 0;
  const add = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) {
      if (filled === BUFFER_BYTES) {
        pieces.push(new Uint8Array(spare.pop() ?? new ArrayBuffer(BUFFER_BYTES)));
        filled = 0;
      }
      const taken = bytes.subarray(at, at + BUFFER_BYTES - filled);
      pieces.at(-1)!.set(taken, filled);
      at += taken.length;
      filled += taken.length;
    }
    lengthBytes += bytes.length;
  };
  const portion = (isLast: boolean): FileChunk => {
    if (pieces.length > 0) pieces.push(pieces.pop()!.subarray(0, filled));
    const one = { offset, pieces, isLast };
    offset += lengthBytes;
    lengthBytes = 0;
    pieces = [];
    filled = BUFFER_BYTES;
    return one;
  };
  for (let bytes = source.next(); bytes; bytes = source.next(0)) {
    const cut = lengthBytes >= PORTION_BYTES ? finder.find(bytes) : -1;
    if (cut >= 0) {
      add(bytes.subarray(0, cut));
      yield portion(false);
    }
    add(cut < 0 ? bytes : bytes.subarray(cut));
  }
  yield portion(true);
  finder.close();
}

class WorkerThread {
  readonly #worker = new Worker(program);
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    this.#worker.unref();
  }

  read(portion: FileChunk): Promise<FileChunkResult> {
    const buffers = portion.pieces.map(({ buffer }) => buffer);
    this.#worker.postMessage(portion, buffers);
    const answered = this.#last.then(() => this.#receiveResult());
    this.#last = answered;
    return answered;
  }

  async #receiveResult(): Promise<FileChunkResult> {
    const [answer] = (await once(this.#worker, 'message')) as [FileChunkResult];
    // Unreferences the thread, because `once` has referenced it again, which would keep this process alive.
    this.#worker.unref();
    spare.push(...answer.buffers);
    return answer;
  }
}
