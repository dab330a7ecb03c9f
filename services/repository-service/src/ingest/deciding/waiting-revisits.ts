// FIFO queue of revisits whose originals have not been found, with their bytes and companion records (request,
// metadata). The queue is emptied at the end of the upload at the latest.
import type {
  ArtifactGroup,
  IncomingRecord,
  LooseCompanion,
} from '../../domain/companions/record-grouper.ts';
import type { UploadedCapture } from '../../domain/companions/record-links.ts';
import type { Disposition } from '../../domain/disposition.ts';
import type { CapturedRequest, ParsedCompanion } from '../../domain/record/read-companion.ts';
import { copyFields, type DigestedRecord } from '../../domain/record/read-record.ts';
import { type SpillLocation, SpillQueue } from '../spool/spill-queue.ts';

const MEMORY_BYTES = 2 * 1024 * 1024;
/** Maximum number of revisits that are checked together. */
const FRONT_REVISITS = 2_000;
const FRONT_BYTES = 4 * 1024 * 1024;
const LENGTH_BYTES = 4;
/**
 * Maximum number of waiting revisits that can still get companion records. The record links of an upload refer to fewer
 * artifacts.
 */
const MAX_CAPTURES = 10_000;

/** Revisit, or companion record of a revisit, in the queue. */
interface WaitingRevisit {
  readonly what: ArtifactGroup | LooseCompanion;
  /** Memory or disk space that the item uses, in bytes. */
  readonly lengthBytes: number;
}

export class WaitingRevisits {
  readonly #queue: SpillQueue;
  /** First items of the queue, which are being checked. */
  #front: WaitingRevisit[] = [];
  #frontBytes = 0;
  /** Captures of the latest revisits, keyed by the revisit's sequence number. */
  readonly #captures = new Map<number, UploadedCapture>();
  readonly #numbers = new WeakMap<UploadedCapture, number>();
  #next = 0;

  constructor(place: SpillLocation) {
    this.#queue = new SpillQueue(place, MEMORY_BYTES);
  }

  get size(): number {
    return this.#front.length + this.#queue.size;
  }

  /** Adds a revisit and copies its bytes. `warcinfoId`: ID of its warcinfo record. */
  async add(group: ArtifactGroup, warcinfoId: string | undefined): Promise<void> {
    const { capture, artifact, before, after, request } = group;
    const number = this.#next++;
    this.#numbers.set(capture, number);
    this.#captures.set(number, capture);
    this.#captures.delete(number - MAX_CAPTURES);
    const described: DescribedGroup = {
      artifact: { ...copyFields(artifact.finding), warcinfoId },
      before: before.map(({ finding }) => finding),
      after: after.map(({ finding }) => finding),
      request,
      number,
    };
    await this.#push(described, [...before, artifact, ...after]);
  }

  /**
   * Adds a companion record to the queue if its revisit is waiting, and copies its bytes. Returns whether the companion
   * record was added.
   */
  async addCompanion(
    { companion, owner, request }: LooseCompanion,
    warcinfoId: string | undefined,
  ): Promise<boolean> {
    const number = owner?.disposition === 'undecided' ? this.#numbers.get(owner) : undefined;
    if (number === undefined) return false;
    await this.#push({ companion: { ...copyFields(companion.finding), warcinfoId }, request, number }, [
      companion,
    ]);
    return true;
  }

  /** Returns the first items without removing them: at least one unless the queue is empty. */
  async front(): Promise<readonly WaitingRevisit[]> {
    while (this.#front.length < FRONT_REVISITS && this.#frontBytes < FRONT_BYTES) {
      const piece = await this.#queue.shift();
      if (!piece) break;
      this.#front.push({ what: this.#parsed(piece), lengthBytes: piece.length });
      this.#frontBytes += piece.length;
    }
    return this.#front;
  }

  /** Removes the first `count` items. */
  drop(count: number): void {
    this.#front = this.#front.slice(count);
    this.#frontBytes = this.#front.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }

  async #push(described: Described, arrivals: readonly IncomingRecord<unknown>[]): Promise<void> {
    const text = Buffer.from(JSON.stringify(described));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(text.length);
    await this.#queue.push(Buffer.concat([length, text, ...arrivals.map(({ member }) => member)]));
  }

  #parsed(piece: Buffer): ArtifactGroup | LooseCompanion {
    let at = LENGTH_BYTES + piece.readUInt32LE();
    const described = JSON.parse(piece.toString('utf8', LENGTH_BYTES, at)) as Described;
    const arrival = <F extends DigestedRecord | ParsedCompanion>(finding: F): IncomingRecord<F> => {
      const start = at;
      at += finding.memberLength;
      return { finding, member: piece.subarray(start, at) };
    };
    const { request, number } = described;
    const capture = this.#captures.get(number);
    if ('companion' in described) {
      return { arranged: 'apart', companion: arrival(described.companion), owner: capture, request };
    }
    const { artifact, before, after } = described;
    const arrivals = { before: before.map(arrival), artifact: arrival(artifact), after: after.map(arrival) };
    return { arranged: 'group', capture: capture ?? nobodys(), request, ...arrivals };
  }
}

type Described = DescribedGroup | DescribedCompanion;

interface DescribedGroup {
  readonly artifact: DigestedRecord;
  readonly before: readonly ParsedCompanion[];
  readonly after: readonly ParsedCompanion[];
  readonly request: CapturedRequest | undefined;
  /** Sequence number of the revisit. */
  readonly number: number;
}

interface DescribedCompanion {
  readonly companion: ParsedCompanion;
  readonly request: CapturedRequest | undefined;
  /** Sequence number of the companion record's revisit. */
  readonly number: number;
}

interface Decided {
  readonly what: ArtifactGroup | LooseCompanion;
  /** Set for a group. */
  readonly disposition?: Disposition;
}

/**
 * Returns the items before the first revisit that must continue to wait. `dispositions`: dispositions of the revisits,
 * in order.
 */
export function takeDecidedItems(
  front: readonly (ArtifactGroup | LooseCompanion)[],
  dispositions: readonly Disposition[],
): Decided[] {
  const decided: Decided[] = [];
  const next = dispositions.values();
  let goesOn = false;
  for (const what of front) {
    const disposition = what.arranged === 'group' ? next.next().value! : undefined;
    goesOn ||= disposition?.disposition === 'waiting';
    if (!goesOn) decided.push({ what, ...(disposition && { disposition }) });
    else if (what.arranged === 'group')
      Object.assign(what.capture, { disposition: 'undecided', entry: undefined });
  }
  return decided;
}

/** Returns the ID of the warcinfo record of a revisit or companion record. */
export function findWarcinfoId(what: ArtifactGroup | LooseCompanion): string | undefined {
  return (what.arranged === 'group' ? what.artifact : what.companion).finding.warcinfoId;
}

/** Returns a placeholder for a capture that no companion record refers to. */
function nobodys(): UploadedCapture {
  return { disposition: 'undecided', entry: undefined, hasRequest: true };
}
