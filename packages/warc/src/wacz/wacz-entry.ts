// One archive in a WACZ: its bytes go to a reader of its own, and what that finds is reported with offsets in
// the upload.
import type { ArchiveInput, InputParts } from '../input/archive-input.ts';
import { OpeningInput } from '../input/opening-input.ts';
import { DamageReport } from '../report/damage-report.ts';
import { NotAWarcError } from '../report/not-a-warc.ts';
import type { WarcSink } from '../report/types.ts';

export type OpenEntry = (first: Buffer, parts: InputParts) => ArchiveInput | undefined;

export interface EntryOrigin {
  /** Where its content begins in the upload; of one that is compressed, where the entry does. */
  readonly offset: number;
  readonly isStored: boolean;
  /** Name in the form that messages show. */
  readonly name: string;
}

export class WaczEntry {
  /** Why its content is no archive that can be read; the rest of it is passed over then. */
  refusal: string | undefined;
  readonly #input: OpeningInput;
  readonly #damage: DamageReport;
  #isDone = false;

  constructor(parts: InputParts, open: OpenEntry, origin: EntryOrigin) {
    const sink = sinkOf(parts, origin);
    this.#damage = new DamageReport(sink);
    this.#input = new OpeningInput({ ...parts, sink, damage: this.#damage }, open);
  }

  /** True when all of it was read; else `goOn` until it answers true. */
  write(bytes: Buffer): boolean {
    if (this.#isDone) return true;
    try {
      return this.#input.write(bytes);
    } catch (error) {
      return this.#refused(error);
    }
  }

  goOn(): boolean {
    if (this.#isDone) return true;
    try {
      return this.#input.goOn();
    } catch (error) {
      return this.#refused(error);
    }
  }

  /** Says that the entry is complete, or that no more of it can be read. */
  end(): void {
    if (this.#isDone) return;
    try {
      this.#input.end();
      this.#damage.end();
    } catch (error) {
      this.#refused(error);
    }
    this.close();
  }

  close(): void {
    this.#isDone = true;
    this.#input.close();
  }

  /** How many of the last bytes written are still referred to. */
  get heldInputBytes(): number {
    return this.#isDone ? 0 : this.#input.heldInputBytes;
  }

  #refused(error: unknown): true {
    if (!(error instanceof NotAWarcError)) throw error;
    this.refusal = error.message;
    this.close();
    return true;
  }
}

/** Damage that is fatal in the entry may be followed by other entries: that waits in the report of the whole. */
function sinkOf({ sink, damage: outer }: InputParts, { offset, isStored, name }: EntryOrigin): WarcSink {
  const offsetOf = (inEntry: number) => (isStored ? offset + inEntry : offset);
  const placed = <Found extends { offset: number; inputLength: number }>(found: Found): Found => {
    outer.crossed();
    found.offset = offsetOf(found.offset);
    if (!isStored) found.inputLength = 0;
    return found;
  };
  return {
    record: (record) => sink.record(placed(record)),
    ...(sink.companion && { companion: (companion) => sink.companion!(placed(companion)) }),
    memberChunk: (chunk) => sink.memberChunk(chunk),
    warning: (message) => sink.warning?.(`${name}: ${message}`),
    damage: ({ fatal, ...damage }) => {
      const found = { ...damage, offset: offsetOf(damage.offset) };
      if (fatal) outer.pend(found);
      else {
        outer.crossed();
        sink.damage({ ...found, fatal });
      }
    },
  };
}
