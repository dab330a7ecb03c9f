// Puts the result lines of an import in the order of the uploaded records. A record without a decision leaves a gap.
// The lines after the gap wait until the decision.
import type { Acknowledgement, RecordResponse } from '../../domain/disposition.ts';
import { type SpillLocation, SpillQueue } from '../spool/spill-queue.ts';

const MEMORY_BYTES = 1024 * 1024;
const GAP = Buffer.alloc(0);

/** Orders result lines. Calls must not overlap. */
export class AcknowledgementOrder {
  readonly #acknowledge: (lines: Acknowledgement[]) => void;
  /** Lines and gaps after the first gap. */
  readonly #behind: SpillQueue;
  #hasGap = false;

  constructor(place: SpillLocation, acknowledge: (lines: Acknowledgement[]) => void) {
    this.#acknowledge = acknowledge;
    this.#behind = new SpillQueue(place, MEMORY_BYTES);
  }

  /** Adds the results of a batch. `late`: the results fill the earliest gaps. */
  async take(lines: readonly RecordResponse[], late: boolean): Promise<void> {
    if (late) await this.#fill(lines as readonly Acknowledgement[]);
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
      if (this.#hasGap) await this.#behind.push(Buffer.from(JSON.stringify(run.map(essential))));
      else this.#acknowledge(run);
      at += run.length;
    }
  }

  async #fill(lines: readonly Acknowledgement[]): Promise<void> {
    for (const line of lines) {
      this.#acknowledge([line]);
      await this.#sayUpToGap();
    }
  }

  async #sayUpToGap(): Promise<void> {
    for (;;) {
      const next = await this.#behind.shift();
      this.#hasGap = next?.length === GAP.length;
      if (!next || this.#hasGap) return;
      this.#acknowledge(JSON.parse(next.toString()) as Acknowledgement[]);
    }
  }
}

/** Removes fields that the response does not contain. */
function essential({ ref, verdict }: Acknowledgement): Acknowledgement {
  const { type, recordId, offset, url, warnings, quarantined } = ref;
  return { ref: { type, recordId, offset, url, warnings, quarantined }, verdict };
}
