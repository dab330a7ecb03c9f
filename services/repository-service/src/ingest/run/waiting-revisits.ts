// Holds revisits whose originals have not been found, and the result lines that must wait for the results of these
// revisits. Both wait in FIFO queues, until the end of the upload at the latest.
import type {
  ArtifactGroup,
  IncomingRecord,
  LooseCompanion,
} from '../../domain/companions/record-grouper.ts';
import type { UploadedCapture } from '../../domain/companions/record-links.ts';
import type { Acknowledgement, Disposition, RecordResponse } from '../../domain/disposition.ts';
import type { CapturedRequest, ParsedCompanion } from '../../domain/record/read-companion.ts';
import { copyFields, type DigestedRecord } from '../../domain/record/read-record.ts';
import { type SpillLocation, SpillQueue } from '../spool/spill-queue.ts';

/** Maximum memory for waiting revisits. The rest is in a temporary file. */
const REVISIT_BYTES = 2 * 1024 * 1024;
/** Maximum number of revisits that are checked together. */
const FRONT_REVISITS = 2_000;
const FRONT_BYTES = 4 * 1024 * 1024;
const LENGTH_BYTES = 4;
/**
 * Maximum number of waiting revisits to which companion records can still be added. The record links of an upload cover
 * fewer artifacts than this.
 */
const MAX_CAPTURES = 10_000;

/** Revisit, or companion record of a revisit, in the queue. */
interface WaitingRevisit {
  readonly what: ArtifactGroup | LooseCompanion;
  /** Memory or disk space that the item uses, in bytes. */
  readonly lengthBytes: number;
}

/** Queue of revisits with their bytes and companion records (request, metadata). */
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
    this.#queue = new SpillQueue(place, REVISIT_BYTES);
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
      this.#front.push({ what: this.#parseItem(piece), lengthBytes: piece.length });
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

  async #push(described: DescribedItem, arrivals: readonly IncomingRecord<unknown>[]): Promise<void> {
    const text = Buffer.from(JSON.stringify(described));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(text.length);
    await this.#queue.push(Buffer.concat([length, text, ...arrivals.map(({ member }) => member)]));
  }

  #parseItem(piece: Buffer): ArtifactGroup | LooseCompanion {
    let at = LENGTH_BYTES + piece.readUInt32LE();
    const described = JSON.parse(piece.toString('utf8', LENGTH_BYTES, at)) as DescribedItem;
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
    return { arranged: 'group', capture: capture ?? createUnreferencedCapture(), request, ...arrivals };
  }
}

type DescribedItem = DescribedGroup | DescribedCompanion;

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

interface DecidedItem {
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
): DecidedItem[] {
  const decided: DecidedItem[] = [];
  const next = dispositions.values();
  let continues = false;
  for (const what of front) {
    const disposition = what.arranged === 'group' ? next.next().value! : undefined;
    continues ||= disposition?.disposition === 'waiting';
    if (!continues) decided.push({ what, ...(disposition && { disposition }) });
    else if (what.arranged === 'group')
      Object.assign(what.capture, { disposition: 'undecided', entry: undefined });
  }
  return decided;
}

/** Returns a placeholder for a capture that no companion record refers to. */
function createUnreferencedCapture(): UploadedCapture {
  return { disposition: 'undecided', entry: undefined, hasRequest: true };
}

/** Maximum memory for waiting result lines. The rest is in a temporary file. */
const LINE_BYTES = 1024 * 1024;
const GAP = Buffer.alloc(0);

/**
 * Puts the result lines of an import in the order of the uploaded records. A record without a decision leaves a gap.
 * The lines after the gap wait until the decision. Calls must not overlap.
 */
export class AcknowledgementOrder {
  readonly #acknowledge: (lines: Acknowledgement[]) => void;
  /** Lines and gaps after the first gap. */
  readonly #behind: SpillQueue;
  #hasGap = false;

  constructor(place: SpillLocation, acknowledge: (lines: Acknowledgement[]) => void) {
    this.#acknowledge = acknowledge;
    this.#behind = new SpillQueue(place, LINE_BYTES);
  }

  /** Adds the results of a batch. `late`: the results fill the earliest gaps. */
  async take(lines: readonly RecordResponse[], late: boolean): Promise<void> {
    if (late) await this.#fillGap(lines as readonly Acknowledgement[]);
    else await this.#append(lines);
  }

  async close(): Promise<void> {
    await this.#behind.close();
  }

  async #append(lines: readonly RecordResponse[]): Promise<void> {
    for (let at = 0; at < lines.length; ) {
      if (lines[at] === 'later') {
        if (this.#hasGap) await this.#behind.push(GAP);
        this.#hasGap = true;
        at += 1;
        continue;
      }
      const gap = lines.indexOf('later', at);
      const run = lines.slice(at, gap < 0 ? lines.length : gap) as Acknowledgement[];
      if (this.#hasGap) await this.#behind.push(Buffer.from(JSON.stringify(run.map(pickResponseFields))));
      else this.#acknowledge(run);
      at += run.length;
    }
  }

  async #fillGap(lines: readonly Acknowledgement[]): Promise<void> {
    for (const line of lines) {
      this.#acknowledge([line]);
      await this.#acknowledgeUpToGap();
    }
  }

  async #acknowledgeUpToGap(): Promise<void> {
    for (;;) {
      const next = await this.#behind.shift();
      this.#hasGap = next?.length === GAP.length;
      if (!next || this.#hasGap) return;
      this.#acknowledge(JSON.parse(next.toString()) as Acknowledgement[]);
    }
  }
}

/** Removes fields that the response does not contain. */
function pickResponseFields({ ref, verdict }: Acknowledgement): Acknowledgement {
  const { type, recordId, offset, url, warnings, quarantined } = ref;
  return { ref: { type, recordId, offset, url, warnings, quarantined }, verdict };
}
