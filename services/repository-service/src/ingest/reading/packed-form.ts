// Binary layout of packed records, shared by the packer (packed-records.ts) and the views (record-views.ts).
import { artifactKinds, compileAccess, type Field, recordFields } from '../../domain/record/fields.ts';
import {
  type CompanionType,
  companionTypes,
  type MemberLocation,
  type ParsedCompanion,
} from '../../domain/record/read-companion.ts';
import type { DigestedRecord, ParsedUploadItem } from '../../domain/record/read-record.ts';

/** Packed batch with one table per kind of record. The arrays are transferable between threads. */
export interface PackedTables {
  /** Concatenated texts of all records. */
  readonly joined: string;
  readonly records: PackedTable;
  readonly companions: PackedTable;
}

/** Table of rows. The kind of record determines how many values each row has in each array. */
export interface PackedTable {
  /** Numbers that fit in 32 bits. */
  readonly numbers: Int32Array<ArrayBuffer>;
  readonly large: Float64Array<ArrayBuffer>;
  /** Position of each text in the concatenated texts. */
  readonly texts: Uint32Array<ArrayBuffer>;
}

export interface PackedRecords extends PackedTables {
  /** Kind of each parsed record (`packedForms`), in order. */
  readonly forms: Uint8Array<ArrayBuffer>;
  readonly whole: readonly ParsedUploadItem[];
  /** Approximate length of all texts, in characters. */
  readonly characters: number;
}

export const packedForms = { whole: 0, record: 1, companion: 2 } as const;

/** Returns the fields that the field table declares as `packed`. In a row, they follow the fields listed below. */
const listPackedFields = (packed: Field['packed']) =>
  recordFields
    .filter((field) => field.packed === packed)
    .map(({ name }) => ({ name, get: compileAccess<DigestedRecord>(name) }));
export const numberFields = listPackedFields('number');
export const textFields = listPackedFields('text');
/** Fields that the format cannot represent. A record with a value in such a field is sent as an object. */
export const unpackedFields = listPackedFields(undefined);

/** Indexes of the numbers in a row, for artifact records and companion records (request, metadata). */
export const commonNumbers = { bits: 0, memberStart: 1, memberLength: 2, memberCrc32: 3, count: 4 } as const;
export const recordNumbers = { givenVersion: 4, fields: 5, count: 5 + numberFields.length } as const;

export const commonLargeNumbers = { offset: 0, collectionMs: 1, count: 2 } as const;
export const recordLargeNumbers = { givenStoreMs: 2, count: 3 } as const;

/** Indexes of the texts in a row: first the common texts, then texts that only one kind of record has. */
export const commonTexts = { recordId: 0, url: 1, concurrentTo: 2, warcinfoId: 3 } as const;
export const recordTexts = { fields: 4, count: 4 + textFields.length } as const;
export const companionTexts = { refersTo: 4, count: 5 } as const;

/** Number of values per row in each array. */
export interface RowForm {
  readonly numbers: number;
  readonly large: number;
  readonly texts: number;
}

/** Row layouts of artifact records and of companion records. */
export const recordRowForm: RowForm = {
  numbers: recordNumbers.count,
  large: recordLargeNumbers.count,
  texts: recordTexts.count,
};
export const companionRowForm: RowForm = {
  numbers: commonNumbers.count,
  large: commonLargeNumbers.count,
  texts: companionTexts.count,
};

/** Encodes an undefined number. 0 cannot be used, because it is a valid value. */
export const UNDEFINED_NUMBER = -(2 ** 31);

const kinds = Object.keys(artifactKinds) as DigestedRecord['kind'][];
const places = ['batch', 'chunks', 'nowhere'] as const;
/** Multipliers that combine several small numbers into one. */
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
export const unpackArtifactKind = (bits: number): DigestedRecord['kind'] =>
  kinds[Math.floor(bits / KIND) % KIND]!;
export const isDechunkedRecord = (bits: number): boolean => bits >= DECHUNKED;
export const unpackCompanionType = (bits: number): CompanionType =>
  companionTypes[Math.floor(bits / TYPE) % (IS_GET / TYPE)]!;
export const isGetRequest = (bits: number): boolean => bits >= IS_GET;

/** Position of a text in the concatenated texts: start and length, combined in 32 bits. */
type PackedTextPosition = number;

const LENGTH_BITS = 12;
export const MAX_PACKED_TEXT_LENGTH = 2 ** LENGTH_BITS - 1;
/** Maximum start of a text, in characters. */
export const MAX_TEXT_START = 2 ** (32 - LENGTH_BITS) - 2;
const ABSENT: PackedTextPosition = 2 ** 32 - 1;

/**
 * Concatenates texts into one string, because transferring many strings costs more than their characters. A text that
 * equals the previous one of its kind is stored once. Call `add` for each text, then `take`. `kind`: kind of text, as a
 * small integer.
 */
export class TextPacker {
  #texts: string[] = [];
  #characters = 0;
  #before: (string | undefined)[] = [];
  /** Position of the latest text of each kind. */
  readonly #places: PackedTextPosition[] = [];

  /** Adds a text of up to MAX_PACKED_TEXT_LENGTH characters. Call only while `characters` is at most MAX_TEXT_START. */
  add(kind: number, text: string | undefined): PackedTextPosition {
    if (text === undefined) return ABSENT;
    if (text !== this.#before[kind]) {
      this.#before[kind] = text;
      this.#places[kind] = this.#characters * 2 ** LENGTH_BITS + text.length;
      this.#texts.push(text);
      this.#characters += text.length;
    }
    return this.#places[kind]!;
  }

  /** Number of characters added, without repeated texts. */
  get characters(): number {
    return this.#characters;
  }

  /** Returns the concatenated texts. */
  take(): string {
    const joined = this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    this.#before = [];
    return joined;
  }
}

export function readTextAt(joined: string, place: PackedTextPosition): string | undefined {
  if (place === ABSENT) return undefined;
  const start = place >>> LENGTH_BITS;
  return joined.substring(start, start + (place & MAX_PACKED_TEXT_LENGTH));
}

const FIRST_ROWS = 256;

/** Builds a packed table row by row. Reuses its buffers for the next table. */
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

  /** Starts a row. The caller must set every value, because the buffers may contain values of an earlier table. */
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
