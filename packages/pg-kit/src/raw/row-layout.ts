// Layout of the rows of a raw statement (raw-rows.ts): from the names and types of its columns come the SELECT list, and the
// place of each value among the bytes of a row. No other file counts columns or bytes.
import {
  int32,
  integerAt,
  isNull,
  LENGTH_BYTES,
  nextValue,
  textAt,
  uuidText,
  valueLength,
} from './raw-values.ts';

type BaseType = 'uuid' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'text' | 'bytea';
/** `bytea(32)`: always of this length. A type that ends in `?` may be null. */
export type LaidType = BaseType | `bytea(${number})` | `${BaseType}?`;
/** The type, and an SQL expression where the column's name is not itself one. */
export type LaidColumn = LaidType | readonly [type: LaidType, expression: string];
export type LaidColumns = Readonly<Record<string, LaidColumn>>;

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

/** The values of one row by the names of their columns; undefined for null. */
export type LaidRow<Columns> = { readonly [Name in keyof Columns]: Value<TypeOf<Columns[Name]>> };

type Read = (bytes: Buffer, at: number) => unknown;

export class RowLayout<const Columns extends LaidColumns> {
  /** What to write after `select`. */
  readonly select: string;
  /** Number of each column, for `find` and `locate`. */
  readonly number: Readonly<Record<keyof Columns, number>>;
  readonly #names: readonly string[];
  readonly #types: readonly LaidType[];
  readonly #readers: readonly Read[];

  constructor(columns: Columns) {
    const entries = Object.entries(columns);
    this.#names = entries.map(([name]) => name);
    this.#types = entries.map(([, column]) => (typeof column === 'string' ? column : column[0]) as LaidType);
    this.#readers = this.#types.map(readerFor);
    this.number = Object.fromEntries(this.#names.map((name, i) => [name, i])) as RowLayout<Columns>['number'];
    this.select = entries
      .map(([name, column]) => (typeof column === 'string' ? name : `${column[1]} as ${name}`))
      .join(', ');
  }

  /** What to write after `select` where a subquery of that name has selected these columns. */
  selectFrom(subquery: string): string {
    return this.#names.map((name) => `${subquery}.${name}`).join(', ');
  }

  /**
   * Where the values of the columns up to `last` begin in every row, from the row's start. Throws if a column before `last` may
   * vary in length.
   */
  offsets(last: keyof Columns): Readonly<Record<keyof Columns, number>> {
    const names = this.#names.slice(0, this.number[last] + 1);
    return Object.fromEntries(names.map((name) => [name, this.offset(name)])) as Record<
      keyof Columns,
      number
    >;
  }

  /** Where the column's value begins in every row, from the row's start. Throws if a column before it may vary in length. */
  offset(name: keyof Columns): number {
    const offset = this.#offset(this.number[name]);
    if (offset === undefined)
      throw new Error(`the place of column ${String(name)} is not the same in all rows`);
    return offset;
  }

  /** Length of every row, after which other columns may follow. Throws if rows vary in length. */
  get rowBytes(): number {
    const offset = this.#offset(this.#names.length);
    if (offset === undefined) throw new Error('rows are not of one length');
    return offset - LENGTH_BYTES;
  }

  #offset(number: number): number | undefined {
    let at = LENGTH_BYTES;
    for (const type of this.#types.slice(0, number)) {
      const length = fixedLength(type);
      if (length === undefined) return undefined;
      at += length + LENGTH_BYTES;
    }
    return at;
  }

  /** Where the value of the column with this number begins, in a row that begins at `start`. */
  find(bytes: Uint8Array, start: number, number: number): number {
    let at = start + LENGTH_BYTES;
    for (let passed = 0; passed < number; passed++)
      at += Math.max(0, int32(bytes, at - LENGTH_BYTES)) + LENGTH_BYTES;
    return at;
  }

  /** Writes where each value begins, by the numbers of the columns. */
  locate(bytes: Uint8Array, start: number, into: Int32Array): void {
    const columns = this.#readers.length;
    let at = start + LENGTH_BYTES;
    for (let number = 0; number < columns; number++) {
      into[number] = at;
      at += Math.max(0, int32(bytes, at - LENGTH_BYTES)) + LENGTH_BYTES;
    }
  }

  /** Memory for `locate`. */
  places(): Int32Array {
    return new Int32Array(this.#names.length);
  }

  /** Where the row's values end. */
  end(bytes: Uint8Array, start: number): number {
    return this.find(bytes, start, this.#names.length) - LENGTH_BYTES;
  }

  /** Reads all values of a row. Those of `bytea` are copies, which do not keep the rows beside them in memory. */
  read(bytes: Buffer, start: number): LaidRow<Columns> {
    const row: Record<string, unknown> = {};
    let at = start + LENGTH_BYTES;
    for (let number = 0; number < this.#names.length; number++) {
      row[this.#names[number]!] = isNull(bytes, at) ? undefined : this.#readers[number]!(bytes, at);
      at = nextValue(bytes, at);
    }
    return row as LaidRow<Columns>;
  }
}

const fixedLengths: Partial<Record<LaidType, number>> = {
  uuid: 16,
  bigint: 8,
  integer: 4,
  smallint: 2,
  boolean: 1,
};

/** Undefined for a type whose values vary in length, or may be null. */
function fixedLength(type: LaidType): number | undefined {
  const bytes = /^bytea\((\d+)\)$/.exec(type)?.[1];
  return bytes === undefined ? fixedLengths[type] : Number(bytes);
}

function readerFor(type: LaidType): Read {
  switch (type.replace(/\?$|\(\d+\)$/, '') as BaseType) {
    case 'uuid':
      return uuidText;
    case 'text':
      return textAt;
    case 'boolean':
      return (bytes, at) => bytes[at] === 1;
    case 'bytea':
      return (bytes, at) => Buffer.from(bytes.subarray(at, at + valueLength(bytes, at)));
    default:
      return integerAt;
  }
}
