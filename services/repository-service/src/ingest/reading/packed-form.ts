// Layout of packed findings, for packing (packed-findings.ts) and reading (finding-views.ts): the meaning of
// each number and text.
import { artifactKinds, compileAccess, type Field, recordFields } from '../../domain/record/fields.ts';
import {
  type CompanionType,
  companionTypes,
  type MemberLocation,
  type ParsedCompanion,
} from '../../domain/record/read-companion.ts';
import type { DigestedRecord, UploadFinding } from '../../domain/record/read-record.ts';

/** Findings of one batch, with one table per kind of finding. The arrays are transferred between threads. */
export interface PackedTables {
  /** Texts of all findings. */
  readonly joined: string;
  readonly records: PackedTable;
  readonly companions: PackedTable;
}

/** Table of rows. The kind of the findings determines how many values each array has per row. */
export interface PackedTable {
  /** Each number fits in 32 bits. */
  readonly numbers: Int32Array<ArrayBuffer>;
  readonly large: Float64Array<ArrayBuffer>;
  /** Positions of the row's texts in the joined text. */
  readonly texts: Uint32Array<ArrayBuffer>;
}

export interface PackedFindings extends PackedTables {
  /** Kind of each finding (`packedForms`). */
  readonly forms: Uint8Array<ArrayBuffer>;
  readonly whole: readonly UploadFinding[];
  /** Approximate number of characters of all texts. */
  readonly characters: number;
}

export const packedForms = { whole: 0, record: 1, companion: 2 } as const;

/** Returns the fields that the table of fields packs as `packed`. In a row, they follow the fields listed below. */
const packedAs = (packed: Field['packed']) =>
  recordFields
    .filter((field) => field.packed === packed)
    .map(({ name }) => ({ name, get: compileAccess<DigestedRecord>(name) }));
export const numberFields = packedAs('number');
export const textFields = packedAs('text');
/** Fields that are not packed. A record with a value in such a field is sent as an object. */
export const unpackedFields = packedAs(undefined);

/** Numbers that records and companions share. */
export const commonNumbers = { bits: 0, memberStart: 1, memberLength: 2, memberCrc32: 3, count: 4 } as const;
export const recordNumbers = { givenVersion: 4, fields: 5, count: 5 + numberFields.length } as const;

export const commonLarge = { offset: 0, collectionMs: 1, count: 2 } as const;
export const recordLarge = { givenStoreMs: 2, count: 3 } as const;

/** Texts that records and companions share, followed by the texts of each kind. */
export const commonTexts = { recordId: 0, url: 1, concurrentTo: 2, warcinfoId: 3 } as const;
export const recordTexts = { fields: 4, count: 4 + textFields.length } as const;
export const companionTexts = { refersTo: 4, count: 5 } as const;

/** Number of values that one row has in each array. */
export interface RowForm {
  readonly numbers: number;
  readonly large: number;
  readonly texts: number;
}

/** Row layout of a record, followed by the layout of a companion. */
export const recordRowForm: RowForm = {
  numbers: recordNumbers.count,
  large: recordLarge.count,
  texts: recordTexts.count,
};
export const companionRowForm: RowForm = {
  numbers: commonNumbers.count,
  large: commonLarge.count,
  texts: companionTexts.count,
};

/** Represents an undefined number, because 0 is a valid value, for example for a status. */
export const UNDEFINED_NUMBER = -(2 ** 31);

const kinds = Object.keys(artifactKinds) as DigestedRecord['kind'][];
const places = ['batch', 'chunks', 'nowhere'] as const;
/** Factors for combining several small numbers into one. */
const KIND = 4;
const DECHUNKED = 16;
const TYPE = 4;
const IS_GET = 64;

export function packRecordBits({ memberAt, kind, dechunked }: DigestedRecord): number {
  return places.indexOf(memberAt) + KIND * kinds.indexOf(kind) + (dechunked ? DECHUNKED : 0);
}

export function packCompanionBits({ memberAt, type, request }: ParsedCompanion): number {
  return places.indexOf(memberAt) + TYPE * companionTypes.indexOf(type) + (request ? IS_GET : 0);
}

export const unpackMemberAt = (bits: number): MemberLocation['memberAt'] => places[bits % KIND]!;
export const unpackKind = (bits: number): DigestedRecord['kind'] => kinds[Math.floor(bits / KIND) % KIND]!;
export const isDechunkedRecord = (bits: number): boolean => bits >= DECHUNKED;
export const unpackType = (bits: number): CompanionType =>
  companionTypes[Math.floor(bits / TYPE) % (IS_GET / TYPE)]!;
export const isGetRequest = (bits: number): boolean => bits >= IS_GET;

/** Position of a text in the joined text, in 32 bits: its start and its length. */
type TextPlace = number;

const LENGTH_BITS = 12;
export const MAX_PACKED_TEXT_LENGTH = 2 ** LENGTH_BITS - 1;
/** Maximum start position of a text, in characters. */
export const MAX_TEXT_START = 2 ** (32 - LENGTH_BITS) - 2;
const ABSENT: TextPlace = 2 ** 32 - 1;

/**
 * Joins texts into one string to send them between threads, because each separate string costs both threads more than
 * its characters. Most texts repeat an earlier text and then share its position. Call `add` for each text, then `take`.
 * `kind`: small number; texts of the same kind often repeat each other.
 */
export class TextPacker {
  #texts: string[] = [];
  #characters = 0;
  #before: (string | undefined)[] = [];
  /** Position of the previous text of each kind. */
  readonly #places: TextPlace[] = [];

  /** Adds a text of at most LONGEST_TEXT characters. Call only if at most LAST_START characters were added before. */
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

  /** Number of characters added. Consecutive equal texts count once. */
  get characters(): number {
    return this.#characters;
  }

  /** Returns the joined text. */
  take(): string {
    const joined = this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    this.#before = [];
    return joined;
  }
}

export function readTextAt(joined: string, place: TextPlace): string | undefined {
  if (place === ABSENT) return undefined;
  const start = place >>> LENGTH_BITS;
  return joined.substring(start, start + (place & MAX_PACKED_TEXT_LENGTH));
}

const FIRST_ROWS = 256;

/** Builds a table of findings row by row, in memory that is reused for the next table. */
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

  /** Starts the next row, which contains zeros or old values until they are overwritten. */
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

  take(): PackedTable {
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
