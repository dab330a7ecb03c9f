// Layout of the rows of a raw statement (raw-rows.ts). From the names and types of the columns, derives the SELECT list
// and the position of each value in a row. No other file computes these positions.
import {
  findNextValue,
  formatUuidAt,
  isNullValue,
  readInt32,
  readIntegerAt,
  readRawTextAt,
  readValueLength,
  VALUE_LENGTH_BYTES,
} from './raw-values.ts';

type BaseType = 'uuid' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'text' | 'bytea';
/** Type of a column. `bytea(32)` means that all values have 32 bytes. A type with `?` at the end may be null. */
export type LayoutType = BaseType | `bytea(${number})` | `${BaseType}?`;
/** Type of a column, or a pair of type and SQL expression if the expression is not the name of the column. */
export type LayoutColumn = LayoutType | readonly [type: LayoutType, expression: string];
export type LayoutColumns = Readonly<Record<string, LayoutColumn>>;

type TypeOf<Column> = Column extends readonly [infer Type, string] ? Type : Column;
type Value<Type> = Type extends `${infer Base}?`
  ? Value<Base> | undefined
  : Type extends 'uuid' | 'text'
    ? string
    : Type extends 'boolean'
      ? boolean
      : Type extends `bytea${string}`
        ? Buffer
        : number;

/** Values of a row by column name. Null becomes undefined. */
export type LayoutRow<Columns> = { readonly [Name in keyof Columns]: Value<TypeOf<Columns[Name]>> };

type ValueReader = (bytes: Buffer, at: number) => unknown;

export class RowLayout<const Columns extends LayoutColumns> {
  /** SELECT list of the columns. */
  readonly select: string;
  /** Index of each column, for `find` and `locate`. */
  readonly number: Readonly<Record<keyof Columns, number>>;
  readonly #names: readonly string[];
  readonly #types: readonly LayoutType[];
  readonly #readers: readonly ValueReader[];

  constructor(columns: Columns) {
    const entries = Object.entries(columns);
    this.#names = entries.map(([name]) => name);
    this.#types = entries.map(
      ([, column]) => (typeof column === 'string' ? column : column[0]) as LayoutType,
    );
    this.#readers = this.#types.map(readerFor);
    this.number = Object.fromEntries(this.#names.map((name, i) => [name, i])) as RowLayout<Columns>['number'];
    this.select = entries
      .map(([name, column]) => (typeof column === 'string' ? name : `${column[1]} as ${name}`))
      .join(', ');
  }

  /** Returns the SELECT list of a query on `subquery`, which already selects the columns. */
  selectFrom(subquery: string): string {
    return this.#names.map((name) => `${subquery}.${name}`).join(', ');
  }

  /** Returns the offsets of the columns up to `last` in a row. Throws if a column before `last` has no fixed length. */
  offsets(last: keyof Columns): Readonly<Record<keyof Columns, number>> {
    const names = this.#names.slice(0, this.number[last] + 1);
    return Object.fromEntries(names.map((name) => [name, this.offset(name)])) as Record<
      keyof Columns,
      number
    >;
  }

  /**
   * Returns the offset of the column's value from the start of a row. Throws if a column before it has no fixed length.
   */
  offset(name: keyof Columns): number {
    const offset = this.#offset(this.number[name]);
    if (offset === undefined)
      throw new Error(`the place of column ${String(name)} is not the same in all rows`);
    return offset;
  }

  /** Length of a row in bytes, without columns that follow the layout. Throws if a column has no fixed length. */
  get rowBytes(): number {
    const offset = this.#offset(this.#names.length);
    if (offset === undefined) throw new Error('rows are not of one length');
    return offset - VALUE_LENGTH_BYTES;
  }

  #offset(number: number): number | undefined {
    let at = VALUE_LENGTH_BYTES;
    for (const type of this.#types.slice(0, number)) {
      const length = fixedLength(type);
      if (length === undefined) return undefined;
      at += length + VALUE_LENGTH_BYTES;
    }
    return at;
  }

  /** Returns the position of the value in column `number` of the row that begins at `start`. */
  find(bytes: Uint8Array, start: number, number: number): number {
    let at = start + VALUE_LENGTH_BYTES;
    for (let passed = 0; passed < number; passed++)
      at += Math.max(0, readInt32(bytes, at - VALUE_LENGTH_BYTES)) + VALUE_LENGTH_BYTES;
    return at;
  }

  /** Writes the position of each value to `into`, by column number. */
  locate(bytes: Uint8Array, start: number, into: Int32Array): void {
    const columns = this.#readers.length;
    let at = start + VALUE_LENGTH_BYTES;
    for (let number = 0; number < columns; number++) {
      into[number] = at;
      at += Math.max(0, readInt32(bytes, at - VALUE_LENGTH_BYTES)) + VALUE_LENGTH_BYTES;
    }
  }

  /** Returns an array that is large enough for `locate`. */
  places(): Int32Array {
    return new Int32Array(this.#names.length);
  }

  /** Returns the position after the last value of the row. */
  end(bytes: Uint8Array, start: number): number {
    return this.find(bytes, start, this.#names.length) - VALUE_LENGTH_BYTES;
  }

  /** Reads all values of a row. Copies `bytea` values, because a part of the buffer would retain the whole response. */
  read(bytes: Buffer, start: number): LayoutRow<Columns> {
    const row: Record<string, unknown> = {};
    let at = start + VALUE_LENGTH_BYTES;
    for (let number = 0; number < this.#names.length; number++) {
      row[this.#names[number]!] = isNullValue(bytes, at) ? undefined : this.#readers[number]!(bytes, at);
      at = findNextValue(bytes, at);
    }
    return row as LayoutRow<Columns>;
  }
}

const fixedLengths: Partial<Record<LayoutType, number>> = {
  uuid: 16,
  bigint: 8,
  integer: 4,
  smallint: 2,
  boolean: 1,
};

/** Returns the length of a type's values. Returns undefined if their length varies or they may be null. */
function fixedLength(type: LayoutType): number | undefined {
  const bytes = /^bytea\((\d+)\)$/.exec(type)?.[1];
  return bytes === undefined ? fixedLengths[type] : Number(bytes);
}

function readerFor(type: LayoutType): ValueReader {
  switch (type.replace(/\?$|\(\d+\)$/, '') as BaseType) {
    case 'uuid':
      return formatUuidAt;
    case 'text':
      return readRawTextAt;
    case 'boolean':
      return (bytes, at) => bytes[at] === 1;
    case 'bytea':
      return (bytes, at) => Buffer.from(bytes.subarray(at, at + readValueLength(bytes, at)));
    default:
      return readIntegerAt;
  }
}
