// One archive in a WACZ. Passes its bytes to a separate reader, and reports the results with offsets in the upload.
import type { ArchiveInput, ArchiveInputParts } from '../input/archive-input.ts';
import { UnidentifiedInput } from '../input/unidentified-input.ts';
import { DamageReport } from '../report/damage-report.ts';
import { NotAWarcError } from '../report/not-a-warc.ts';
import type { WarcSink } from '../report/types.ts';

export type WaczEntryOpener = (first: Buffer, parts: ArchiveInputParts) => ArchiveInput | undefined;

export interface WaczEntryOrigin {
  /** Offset of the content in the upload. For a compressed entry, the offset of the entry itself. */
  readonly offset: number;
  readonly isStored: boolean;
  /** Name of the file for messages. */
  readonly name: string;
}

export class WaczEntry {
  /** Reason why the content is not a readable archive. If it is set, the rest of the content is skipped. */
  refusal: string | undefined;
  readonly #input: UnidentifiedInput;
  readonly #damage: DamageReport;
  #isDone = false;

  constructor(parts: ArchiveInputParts, open: WaczEntryOpener, origin: WaczEntryOrigin) {
    const sink = createEntrySink(parts, origin);
    this.#damage = new DamageReport(sink);
    this.#input = new UnidentifiedInput({ ...parts, sink, damage: this.#damage }, open);
  }

  /** Reads bytes. Returns true if all were read. Otherwise, call `goOn` until it returns true. */
  write(bytes: Buffer): boolean {
    if (this.#isDone) return true;
    try {
      return this.#input.write(bytes);
    } catch (error) {
      return this.#recordRefusal(error);
    }
  }

  goOn(): boolean {
    if (this.#isDone) return true;
    try {
      return this.#input.goOn();
    } catch (error) {
      return this.#recordRefusal(error);
    }
  }

  /** Ends the entry, because it is complete or cannot be read any further. */
  end(): void {
    if (this.#isDone) return;
    try {
      this.#input.end();
      this.#damage.end();
    } catch (error) {
      this.#recordRefusal(error);
    }
    this.close();
  }

  close(): void {
    this.#isDone = true;
    this.#input.close();
  }

  /** Number of the most recent input bytes that the reader still references. */
  get heldInputBytes(): number {
    return this.#isDone ? 0 : this.#input.heldInputBytes;
  }

  #recordRefusal(error: unknown): true {
    if (!(error instanceof NotAWarcError)) throw error;
    this.refusal = error.message;
    this.close();
    return true;
  }
}

/**
 * Registers damage with the whole file. Damage that is fatal for this entry is not fatal for the whole file, because
 * other entries may follow.
 */
function createEntrySink(
  { sink, damage: outer }: ArchiveInputParts,
  { offset, isStored, name }: WaczEntryOrigin,
): WarcSink {
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
