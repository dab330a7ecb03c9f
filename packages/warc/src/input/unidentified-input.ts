// Input whose format is not known yet. Holds the first bytes until the format is recognized.
import type { ArchiveInput, ArchiveInputParts } from './archive-input.ts';
import { makeNotAWarcError } from './content-detector.ts';

export class UnidentifiedInput implements ArchiveInput {
  readonly #parts: ArchiveInputParts;
  readonly #open: (first: Buffer, parts: ArchiveInputParts) => ArchiveInput | undefined;
  #first: Buffer = Buffer.alloc(0);
  #input: ArchiveInput | undefined;
  #offset = 0;

  constructor(
    parts: ArchiveInputParts,
    open: (first: Buffer, parts: ArchiveInputParts) => ArchiveInput | undefined,
  ) {
    this.#parts = parts;
    this.#open = open;
  }

  /**
   * Collects input until its format is known. Throws NotAWarcError for an unsupported format before reporting anything.
   */
  write(chunk: Buffer): boolean {
    if (this.#input !== undefined) return this.#input.write(chunk);
    const first = this.#first.length === 0 ? chunk : Buffer.concat([this.#first, chunk]);
    this.#first = first;
    this.#input = this.#open(first, this.#parts);
    if (this.#input === undefined) return true;
    this.#first = Buffer.alloc(0);
    if (this.#offset > 0) this.#input.goOnAt!(this.#offset);
    return this.#input.write(first);
  }

  goOn(): boolean {
    return this.#input?.goOn() ?? true;
  }

  /** Ends the input. Throws NotAWarcError if the input was too short to detect a format. */
  end(): void {
    if (this.#input === undefined) throw makeNotAWarcError(this.#first, this.#first.length);
    this.#input.end();
  }

  close(): void {
    this.#input?.close();
  }

  get isSettled(): boolean {
    return this.#input?.isSettled === true;
  }

  goOnAt(offset: number): void {
    if (this.#input === undefined) this.#offset = offset;
    else this.#input.goOnAt!(offset);
  }

  get heldInputBytes(): number {
    return this.#input?.heldInputBytes ?? this.#first.length;
  }
}
