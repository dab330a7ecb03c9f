// Revisits whose original was not found yet: they wait with their bytes and their companions for the rest of the upload,
// in the order in which they came.
import type { Arrival, Group } from '../domain/companions/arrangement.ts';
import type { ReadCompanion } from '../domain/read-companion.ts';
import type { ReadRecord } from '../domain/read-record.ts';
import type { CapturedRequest } from '../domain/request-of.ts';
import { type SpillPlace, SpillQueue } from './spill-queue.ts';

const MEMORY_BYTES = 2 * 1024 * 1024;
/** What is looked at at once. */
const FRONT_REVISITS = 2_000;
const FRONT_BYTES = 4 * 1024 * 1024;
const LENGTH_BYTES = 4;

export interface WaitingRevisit {
  readonly group: Group;
  /** What it takes while it waits. */
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

  /** Copies the bytes. `warcinfoId`: of the warcinfo that governs it. */
  async add({ artifact, before, after, request }: Group, warcinfoId: string | undefined): Promise<void> {
    const described: Described = {
      artifact: { ...artifact.finding, warcinfoId },
      before: before.map(({ finding }) => finding),
      after: after.map(({ finding }) => finding),
      request,
    };
    const text = Buffer.from(JSON.stringify(described));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(text.length);
    const members = [...before, artifact, ...after].map(({ member }) => member);
    await this.#queue.push(Buffer.concat([length, text, ...members]));
  }

  /** The first ones, at least one if there are any; they stay. */
  async front(): Promise<readonly WaitingRevisit[]> {
    while (this.#front.length < FRONT_REVISITS && this.#frontBytes < FRONT_BYTES) {
      const piece = await this.#queue.shift();
      if (!piece) break;
      this.#front.push({ group: parsed(piece), lengthBytes: piece.length });
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

interface Described {
  readonly artifact: ReadRecord;
  readonly before: readonly ReadCompanion[];
  readonly after: readonly ReadCompanion[];
  readonly request: CapturedRequest | undefined;
}

function parsed(piece: Buffer): Group {
  let at = LENGTH_BYTES + piece.readUInt32LE();
  const { artifact, before, after, request } = JSON.parse(
    piece.toString('utf8', LENGTH_BYTES, at),
  ) as Described;
  const arrival = <F extends ReadRecord | ReadCompanion>(finding: F): Arrival<F> => {
    const start = at;
    at += finding.memberLength;
    return { finding, member: piece.subarray(start, at) };
  };
  const arrivals = { before: before.map(arrival), artifact: arrival(artifact), after: after.map(arrival) };
  const capture = { fate: 'undecided' as const, entry: undefined, hasRequest: true };
  return { arranged: 'group', capture, request, ...arrivals };
}
