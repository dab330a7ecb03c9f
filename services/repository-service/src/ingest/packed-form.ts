// How findings are packed (packed-findings.ts): which number and which text of a finding is what.
import type { MemberPlace } from '../domain/member-place.ts';
import { type CompanionType, companionTypes, type ReadCompanion } from '../domain/read-companion.ts';
import type { ReadRecord } from '../domain/read-record.ts';
import type { PackedTexts } from './packed-texts.ts';

export interface Pack {
  /** What each finding is (`form`), and its numbers. To be transferred. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The texts of those that are not whole, each with its undefined ones. */
  readonly texts: PackedTexts;
}

/** The first number of each finding. A whole one has no other, and no texts. */
export const form = { whole: 0, record: 1, companion: 2 } as const;

/** Numbers that records and companions have alike, counted from their form. */
export const commonNumbers = {
  bits: 1,
  offset: 2,
  memberStart: 3,
  memberLength: 4,
  memberCrc32: 5,
  collectionMs: 6,
  count: 7,
} as const;

/** A record has these behind them; a companion has no more. */
export const recordNumbers = {
  httpStatus: 7,
  headBytes: 8,
  contentLength: 9,
  givenVersion: 10,
  givenStoreMs: 11,
  count: 12,
} as const;

/** Texts that both have, those of a record behind them, and those of a companion. */
export const commonTexts = { recordId: 0, url: 1, concurrentTo: 2, warcinfoId: 3 } as const;
export const recordTexts = { urlkey: 4, mime: 5, redirect: 6, sha256: 7, storedSha1: 8, count: 9 } as const;
export const companionTexts = { refersTo: 4, count: 5 } as const;

/** In the place of a status, or of a version, that is undefined. */
export const NO_STATUS = 0;
export const NO_VERSION = 0;

const kinds = ['response', 'resource', 'revisit'] as const;
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
