// Revisits whose original was not found yet: they wait with their bytes for the rest of the upload, in the order in which
// they came.
import type { ReadRecord } from '../domain/read-record.ts';
import { type SpillPlace, SpillQueue } from './spill-queue.ts';

const MEMORY_BYTES = 2 * 1024 * 1024;
/** What is looked at at once. */
const FRONT_REVISITS = 2_000;
const FRONT_BYTES = 4 * 1024 * 1024;
const LENGTH_BYTES = 4;

export interface WaitingRevisit {
  readonly record: ReadRecord;
  /** Its gzip member. */
  readonly member: Buffer;
  /** What both take while they wait. */
  readonly lengthBytes: number;
}

export class WaitingRevisits {
  readonly #queue: SpillQueue;
  /** Taken from the queue to be looked at. */
  #front: WaitingRevisit[] = [];
  #frontBytes = 0;

  constructor(place: SpillPlace) {
    this.#queue = new SpillQueue(place, MEMORY_BYTES);
  }

  get size(): number {
    return this.#front.length + this.#queue.size;
  }

  /** Copies the bytes. */
  async add(record: ReadRecord, member: Uint8Array): Promise<void> {
    const text = Buffer.from(JSON.stringify(record));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(text.length);
    await this.#queue.push(Buffer.concat([length, text, member]));
  }

  /** The first ones, at least one if there are any; they stay. */
  async front(): Promise<readonly WaitingRevisit[]> {
    while (this.#front.length < FRONT_REVISITS && this.#frontBytes < FRONT_BYTES) {
      const piece = await this.#queue.shift();
      if (!piece) break;
      this.#front.push(parsed(piece));
      this.#frontBytes += piece.length;
    }
    return this.#front;
  }

  /** The first ones wait no longer. */
  drop(count: number): void {
    this.#front = this.#front.slice(count);
    this.#frontBytes = this.#front.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }
}

function parsed(piece: Buffer): WaitingRevisit {
  const behindText = LENGTH_BYTES + piece.readUInt32LE();
  const record = JSON.parse(piece.toString('utf8', LENGTH_BYTES, behindText)) as ReadRecord;
  return { record, member: piece.subarray(behindText), lengthBytes: piece.length };
}
