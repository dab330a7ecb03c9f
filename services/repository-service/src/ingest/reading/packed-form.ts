// How findings are packed (packed-findings.ts) and read (finding-views.ts): which number and which text of a finding is what.
import { artifactKinds, compileAccess, type Field, recordFields } from '../../domain/record/fields.ts';
import {
  type CompanionType,
  companionTypes,
  type MemberPlace,
  type ReadCompanion,
} from '../../domain/record/read-companion.ts';
import type { Finding, ReadRecord } from '../../domain/record/read-record.ts';

/** Findings that came together; those of a kind in a table. Its arrays are to be transferred. */
export interface Pack {
  /** The texts of all of them. */
  readonly joined: string;
  readonly records: Table;
  readonly companions: Table;
}

/** Each row has so many of each array as its kind has. */
export interface Table {
  /** Each of these fits in 32 bits. */
  readonly numbers: Int32Array<ArrayBuffer>;
  readonly large: Float64Array<ArrayBuffer>;
  /** Where its texts lie in the long one. */
  readonly texts: Uint32Array<ArrayBuffer>;
}

export interface PackedFindings extends Pack {
  /** What each finding is (`form`). To be transferred. */
  readonly forms: Uint8Array<ArrayBuffer>;
  readonly whole: readonly Finding[];
  /** Of the texts of all of them, nearly. */
  readonly characters: number;
}

export const form = { whole: 0, record: 1, companion: 2 } as const;

/** Fields of records that are packed as the table of fields says, behind those below. */
const packedAs = (packed: Field['packed']) =>
  recordFields
    .filter((field) => field.packed === packed)
    .map(({ name }) => ({ name, get: compileAccess<ReadRecord>(name) }));
export const numberFields = packedAs('number');
export const textFields = packedAs('text');
/** A record that has one of these crosses as it is. */
export const neverPacked = packedAs(undefined);

/** Numbers that records and companions have alike. */
export const commonNumbers = { bits: 0, memberStart: 1, memberLength: 2, memberCrc32: 3, count: 4 } as const;
export const recordNumbers = { givenVersion: 4, fields: 5, count: 5 + numberFields.length } as const;

export const commonLarge = { offset: 0, collectionMs: 1, count: 2 } as const;
export const recordLarge = { givenStoreMs: 2, count: 3 } as const;

/** Texts that both have, those of a record behind them, and those of a companion. */
export const commonTexts = { recordId: 0, url: 1, concurrentTo: 2, warcinfoId: 3 } as const;
export const recordTexts = { fields: 4, count: 4 + textFields.length } as const;
export const companionTexts = { refersTo: 4, count: 5 } as const;

/** How many of each array belong to one row. */
export interface RowForm {
  readonly numbers: number;
  readonly large: number;
  readonly texts: number;
}

/** This is what a record has in each row, and the next what a companion has. */
export const ofRecord: RowForm = {
  numbers: recordNumbers.count,
  large: recordLarge.count,
  texts: recordTexts.count,
};
export const ofCompanion: RowForm = {
  numbers: commonNumbers.count,
  large: commonLarge.count,
  texts: companionTexts.count,
};

/** In the place of a number that is undefined. A status of 0 does occur. */
export const NO_NUMBER = -(2 ** 31);

const kinds = Object.keys(artifactKinds) as ReadRecord['kind'][];
const places = ['batch', 'chunks', 'nowhere'] as const;
/** Factors by which several small numbers are one: below them is one of `places`. */
const KIND = 4;
const DECHUNKED = 16;
const TYPE = 4;
const IS_GET = 64;

export function recordBits({ memberAt, kind, dechunked }: ReadRecord): number {
  return places.indexOf(memberAt) + KIND * kinds.indexOf(kind) + (dechunked ? DECHUNKED : 0);
}

export function companionBits({ memberAt, type, request }: ReadCompanion): number {
  return places.indexOf(memberAt) + TYPE * companionTypes.indexOf(type) + (request ? IS_GET : 0);
}

export const memberAtOf = (bits: number): MemberPlace['memberAt'] => places[bits % KIND]!;
export const kindOf = (bits: number): ReadRecord['kind'] => kinds[Math.floor(bits / KIND) % KIND]!;
export const isDechunked = (bits: number): boolean => bits >= DECHUNKED;
export const typeOf = (bits: number): CompanionType =>
  companionTypes[Math.floor(bits / TYPE) % (IS_GET / TYPE)]!;
export const isGet = (bits: number): boolean => bits >= IS_GET;

/** Where a text lies in the long one, in 32 bits: its start and its length. */
type TextPlace = number;

const LENGTH_BITS = 12;
export const LONGEST_TEXT = 2 ** LENGTH_BITS - 1;
/** Texts are not to begin behind so many characters. */
export const LAST_START = 2 ** (32 - LENGTH_BITS) - 2;
const ABSENT: TextPlace = 2 ** 32 - 1;

/**
 * Texts as they cross between threads: one behind the other in one long text, because each that crosses by itself costs both threads
 * more than its characters. Most say again what one before them has said, and lie where that lies.
 *
 * `add` …, then `take`. A kind is a small number: texts of one kind often repeat each other. */
export class TextPacker {
  #texts: string[] = [];
  #characters = 0;
  #before: (string | undefined)[] = [];
  /** Where the one before lies, of each kind. */
  readonly #places: TextPlace[] = [];

  /** `text`: of at most LONGEST_TEXT characters, while there are at most LAST_START. */
  add(kind: number, text: string | undefined): TextPlace {
    if (text === undefined) return ABSENT;
    if (text !== this.#before[kind]) {
      this.#before[kind] = text;
      this.#places[kind] = this.#characters * 2 ** LENGTH_BITS + text.length;
      this.#texts.push(text);
      this.#characters += text.length;
    }
    return this.#places[kind]!;
  }

  /** Of the texts that were added, each counted once where it repeats the one before. */
  get characters(): number {
    return this.#characters;
  }

  /** The long text. */
  take(): string {
    const joined = this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    this.#before = [];
    return joined;
  }
}

export function textAt(joined: string, place: TextPlace): string | undefined {
  if (place === ABSENT) return undefined;
  const start = place >>> LENGTH_BITS;
  return joined.substring(start, start + (place & LONGEST_TEXT));
}

const FIRST_ROWS = 256;

/** Makes a table of findings, row by row, in memory that is used again for the next table. */
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
