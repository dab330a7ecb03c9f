// How findings are packed (packed-findings.ts): which number and which text of a finding is what.

import { artifactKinds, compileAccess, type Field, recordFields } from '../../domain/record/fields.ts';
import type { MemberPlace } from '../../domain/record/member-place.ts';
import {
  type CompanionType,
  companionTypes,
  type ReadCompanion,
} from '../../domain/record/read-companion.ts';
import type { ReadRecord } from '../../domain/record/read-record.ts';

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
