// Formats columns as PostgreSQL arrays, so that one `INSERT … SELECT FROM unnest(…)` inserts any number of rows: as
// array literals, or in PostgreSQL's binary format. The driver's own conversion is too slow.
import type { ColumnType, ColumnValue } from '../domain/record/artifact-columns.ts';

export function formatNumberArray(values: readonly (number | bigint | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

export function formatBooleanArray(values: readonly boolean[]): string {
  return `{${values.map((value) => (value ? 't' : 'f')).join(',')}}`;
}

/** Formats an array of texts that need no quoting, such as UUIDs or hex digits. */
export function formatPlainArray(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}

export function formatTextArray(values: readonly (string | null | undefined)[]): string {
  return `{${values.map((value) => (value == null ? 'NULL' : quoteElement(value))).join(',')}}`;
}

function quoteElement(value: string): string {
  if (!value.includes('"') && !value.includes('\\')) return `"${value}"`;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

export interface ArrayColumn<Row> {
  readonly type: ColumnType;
  value(row: Row): ColumnValue;
}

const oids: Record<ColumnType, number> = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  smallint: 21,
  integer: 23,
  text: 25,
  uuid: 2950,
};

/** Initial number of bytes per row. Most rows need fewer. Unused memory is cheaper than growing, which copies. */
const USUAL_BYTES_OF_ROW = 512;
/** Length of an array header: number of dimensions, null flag, element type, number of elements, lower bound. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const TWO_TO_32 = 2 ** 32;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const BYTES_OF_UNIT = 3;

/**
 * Runs a query with one binary array per column. Values go directly from the rows into one pooled buffer. As text, they
 * would be copied three times and then parsed by PostgreSQL. The query must cast each array to the column's type. The
 * arrays are valid until the query resolves. Throws RangeError for numbers outside the type's range and for invalid hex
 * digits.
 */
export async function queryWithColumnArrays<Row, Answer>(
  columns: readonly ArrayColumn<Row>[],
  rows: readonly Row[],
  ask: (arrays: readonly Buffer[]) => Promise<Answer>,
): Promise<Answer> {
  const writer = new ArrayWriter(columns.length * HEADER_BYTES + rows.length * USUAL_BYTES_OF_ROW);
  try {
    for (const column of columns) writer.add(column, rows);
    return await ask(writer.arrays());
  } finally {
    writer.release();
  }
}

class ArrayWriter {
  #memory: ArrayBuffer;
  #bytes: Buffer;
  #view: DataView;
  #at = 0;
  readonly #ends: number[] = [];

  constructor(firstBytes: number) {
    this.#memory = new ArrayBuffer(firstBytes);
    this.#bytes = Buffer.from(this.#memory);
    this.#view = new DataView(this.#memory);
  }

  add<Row>(column: ArrayColumn<Row>, rows: readonly Row[]): void {
    const { type } = column;
    this.#reserve(HEADER_BYTES);
    const start = this.#at;
    this.#at += HEADER_BYTES;
    let hasNulls = false;
    for (const row of rows) {
      const value = column.value(row);
      if (value !== undefined) this.#write(type, value);
      else {
        hasNulls = true;
        this.#reserve(LENGTH_BYTES);
        this.#int32(NULL_LENGTH);
      }
    }
    const header = [1, hasNulls ? 1 : 0, oids[type], rows.length, 1];
    for (let i = 0; i < header.length; i++) this.#view.setInt32(start + 4 * i, header[i]!);
    this.#ends.push(this.#at);
  }

  arrays(): Buffer[] {
    return this.#ends.map((end, i) => this.#bytes.subarray(this.#ends[i - 1] ?? 0, end));
  }

  /** Frees the memory immediately instead of leaving it to the garbage collector. */
  release(): void {
    this.#memory.transfer(0);
  }

  #write(type: ColumnType, value: string | number | boolean): void {
    if (typeof value === 'string') {
      this.#reserve(LENGTH_BYTES + value.length * BYTES_OF_UNIT);
      if (type === 'text') this.#text(value);
      else this.#hex(type === 'uuid' ? value.replaceAll('-', '') : value);
    } else {
      this.#reserve(LENGTH_BYTES + 8);
      if (typeof value === 'boolean') this.#boolean(value);
      else if (type === 'bigint') this.#bigint(value);
      else if (type === 'integer') this.#integer(value);
      else this.#smallint(value);
    }
  }

  #text(value: string): void {
    const length = this.#bytes.write(value, this.#at + LENGTH_BYTES);
    this.#int32(length);
    this.#at += length;
  }

  #hex(digits: string): void {
    const length = this.#bytes.write(digits, this.#at + LENGTH_BYTES, 'hex');
    if (2 * length !== digits.length) throw new RangeError(`${digits} is not a hexadecimal byte string`);
    this.#int32(length);
    this.#at += length;
  }

  #boolean(value: boolean): void {
    this.#int32(1);
    this.#bytes[this.#at++] = value ? 1 : 0;
  }

  #bigint(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an exact bigint`);
    this.#int32(8);
    this.#int32(Math.floor(value / TWO_TO_32));
    this.#int32(value | 0);
  }

  #integer(value: number): void {
    if ((value | 0) !== value) throw new RangeError(`${value} is not a 32-bit integer`);
    this.#int32(4);
    this.#int32(value);
  }

  #smallint(value: number): void {
    if ((value << 16) >> 16 !== value) throw new RangeError(`${value} is not a 16-bit integer`);
    this.#int32(2);
    this.#view.setInt16(this.#at, value);
    this.#at += 2;
  }

  #int32(value: number): void {
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  #reserve(bytes: number): void {
    const wanted = this.#at + bytes;
    if (wanted <= this.#bytes.length) return;
    this.#memory = this.#memory.transfer(Math.max(wanted, 1.5 * this.#bytes.length));
    this.#bytes = Buffer.from(this.#memory);
    this.#view = new DataView(this.#memory);
  }
}
