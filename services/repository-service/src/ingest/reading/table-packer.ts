// Makes a table of findings (packed-form.ts), row by row, in memory that is used again for the next table.
import type { RowForm, Table } from './packed-form.ts';

const FIRST_ROWS = 256;

export class TablePacker {
  readonly #ofRow: RowForm;
  #numbers = new Int32Array(0);
  #large = new Float64Array(0);
  #texts = new Uint32Array(0);
  #room = 0;
  #rows = 0;

  constructor(ofRow: RowForm) {
    this.#ofRow = ofRow;
    this.#grow(FIRST_ROWS);
  }

  /** Begins another row, which is zeros, or what an earlier table had there. */
  begin(): void {
    if (this.#rows === this.#room) this.#grow(2 * this.#room);
    this.#rows += 1;
  }

  setNumber(which: number, value: number): void {
    this.#numbers[(this.#rows - 1) * this.#ofRow.numbers + which] = value;
  }

  setLarge(which: number, value: number): void {
    this.#large[(this.#rows - 1) * this.#ofRow.large + which] = value;
  }

  setText(which: number, place: number): void {
    this.#texts[(this.#rows - 1) * this.#ofRow.texts + which] = place;
  }

  take(): Table {
    const { numbers, large, texts } = this.#ofRow;
    const table = {
      numbers: this.#numbers.slice(0, this.#rows * numbers),
      large: this.#large.slice(0, this.#rows * large),
      texts: this.#texts.slice(0, this.#rows * texts),
    };
    this.#rows = 0;
    return table;
  }

  #grow(rows: number): void {
    const { numbers, large, texts } = this.#ofRow;
    const before = [this.#numbers, this.#large, this.#texts] as const;
    this.#numbers = new Int32Array(rows * numbers);
    this.#large = new Float64Array(rows * large);
    this.#texts = new Uint32Array(rows * texts);
    this.#numbers.set(before[0]);
    this.#large.set(before[1]);
    this.#texts.set(before[2]);
    this.#room = rows;
  }
}
