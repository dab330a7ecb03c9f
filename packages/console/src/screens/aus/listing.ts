// Lists the AUs that a query selects, as surrogate keys (AU numbers). Any row can be located by index; its data is
// loaded when the row becomes visible.

/** Growing list of AU numbers. */
export class AuNumbers {
  #numbers = new Float64Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  at(index: number): number | undefined {
    return index < this.#length ? this.#numbers[index] : undefined;
  }

  slice(from: number, to: number): readonly number[] {
    return Array.from(this.#numbers.subarray(from, Math.min(to, this.#length)));
  }
}

export const LISTING_SELECT = 'select auNumber ';

/** Minimum number of new rows after which the table is notified again. */
const STEP = 20_000;
const FIRST_STEP = 200;

const [ZERO, NINE, NEWLINE] = [0x30, 0x39, 0x0a];

/**
 * Reads a CSV response with one column of AU numbers. Parses the bytes directly, because creating strings for hundreds
 * of thousands of lines would be slow. Calls `grown` at growing intervals while rows arrive, and at the end.
 */
export async function readAuNumbers(
  chunks: AsyncIterable<Uint8Array>,
  grown: (numbers: AuNumbers, isWhole: boolean) => void,
): Promise<void> {
  const numbers = new AuNumbers();
  // The first line is the CSV header.
  let [number, isHead, nextNotification] = [0, true, FIRST_STEP];
  for await (const bytes of chunks) {
    for (const byte of bytes) {
      if (byte >= ZERO && byte <= NINE) number = number * 10 + byte - ZERO;
      else if (byte === NEWLINE) {
        if (!isHead) numbers.push(number);
        [number, isHead] = [0, false];
      }
    }
    if (numbers.length >= nextNotification) {
      grown(numbers, false);
      nextNotification = Math.max(numbers.length + STEP, 2 * numbers.length);
    }
  }
  grown(numbers, true);
}
