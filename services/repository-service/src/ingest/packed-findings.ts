// Findings as they cross from a codec thread: the numbers of all of them in one array and their texts as one, because
// objects cost both threads more than what is in them. A finding with anything unusual crosses as it is.
import { uuidOf } from '../domain/given-identity.ts';
import { type CompanionType, companionTypes, type ReadCompanion } from '../domain/read-companion.ts';
import type { Finding, ReadRecord } from '../domain/read-record.ts';
import { type PackedTexts, TextPacker, TextReader } from './packed-texts.ts';

export interface PackedFindings {
  /** What each finding is (`WHOLE`, `RECORD`, `COMPANION`), and its numbers. To be transferred. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The texts of those that are not whole, each with its undefined ones. */
  readonly texts: PackedTexts;
  readonly whole: readonly Finding[];
}

const WHOLE = 0;
const RECORD = 1;
const COMPANION = 2;

const kinds = ['response', 'resource', 'revisit'] as const;
const places = ['batch', 'chunks', 'nowhere'] as const;
/** Factors by which several small numbers are one: below them is one of `places`. */
const KIND = 4;
const DECHUNKED = 16;
const TYPE = 4;
const IS_GET = 64;
const NO_STATUS = 0;

/** Kinds of texts. A companion mostly names the artifact that came last, and has its URL. */
const RECORD_ID = 0;
const URL = 1;
const URLKEY = 2;
const MIME = 3;
const REDIRECT = 4;
const SHA256 = 5;
const SHA1 = 6;
const WARCINFO_ID = 7;
const CONCURRENT_TO = 8;
const COMPANION_ID = 9;
const REFERS_TO = 10;

const FIRST_NUMBERS = 2_048;
const MOST_NUMBERS_OF_FINDING = 11;
const NO_VERSION = 0;

/** `add` …, then `take`. */
export class FindingPacker {
  #numbers = new Float64Array(FIRST_NUMBERS);
  #filled = 0;
  readonly #texts = new TextPacker();
  #whole: Finding[] = [];
  count = 0;

  add(finding: Finding): void {
    this.count += 1;
    if (this.#filled + MOST_NUMBERS_OF_FINDING + 1 > this.#numbers.length) this.#grow();
    if (finding.finding === 'record' && isUsualRecord(finding)) this.#addRecord(finding);
    else if (finding.finding === 'companion' && isUsualCompanion(finding)) this.#addCompanion(finding);
    else {
      this.#numbers[this.#filled++] = WHOLE;
      this.#whole.push(finding);
    }
  }

  take(): PackedFindings {
    const packed = {
      numbers: this.#numbers.slice(0, this.#filled),
      texts: this.#texts.take(),
      whole: this.#whole,
    };
    this.#filled = 0;
    this.#whole = [];
    this.count = 0;
    return packed;
  }

  #addRecord(record: ReadRecord): void {
    const numbers = this.#numbers;
    let at = this.#filled;
    numbers[at++] = RECORD;
    numbers[at++] =
      places.indexOf(record.memberAt) +
      KIND * kinds.indexOf(record.kind) +
      (record.dechunked ? DECHUNKED : 0);
    numbers[at++] = record.offset;
    numbers[at++] = record.memberStart;
    numbers[at++] = record.memberLength;
    numbers[at++] = record.memberCrc32;
    numbers[at++] = record.collectionMs;
    numbers[at++] = record.httpStatus ?? NO_STATUS;
    numbers[at++] = record.headBytes;
    numbers[at++] = record.contentLength;
    numbers[at++] = record.given?.version ?? NO_VERSION;
    numbers[at++] = record.given?.storeMs ?? Number.NaN;
    this.#filled = at;
    const texts = this.#texts;
    texts.add(RECORD_ID, record.recordId);
    texts.add(URL, record.url);
    texts.add(URLKEY, record.urlkey);
    texts.add(MIME, record.mime);
    texts.add(REDIRECT, record.redirect);
    texts.add(SHA256, record.sha256);
    texts.add(SHA1, record.storedSha1);
    texts.add(WARCINFO_ID, record.warcinfoId);
    texts.add(CONCURRENT_TO, record.concurrentTo?.[0]);
  }

  #addCompanion(companion: ReadCompanion): void {
    const numbers = this.#numbers;
    let at = this.#filled;
    numbers[at++] = COMPANION;
    numbers[at++] =
      places.indexOf(companion.memberAt) +
      TYPE * companionTypes.indexOf(companion.type) +
      (companion.request ? IS_GET : 0);
    numbers[at++] = companion.offset;
    numbers[at++] = companion.memberStart;
    numbers[at++] = companion.memberLength;
    numbers[at++] = companion.memberCrc32;
    numbers[at++] = companion.collectionMs;
    this.#filled = at;
    const texts = this.#texts;
    texts.add(COMPANION_ID, companion.recordId);
    texts.add(URL, companion.url);
    texts.add(RECORD_ID, companion.concurrentTo?.[0]);
    texts.add(REFERS_TO, companion.refersTo);
    texts.add(WARCINFO_ID, companion.warcinfoId);
  }

  #grow(): void {
    const grown = new Float64Array(2 * this.#numbers.length);
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}

/** All that makes it unusual is in the fields that are not packed. */
function isUsualRecord(record: ReadRecord): boolean {
  return (
    record.error === undefined &&
    record.warnings === undefined &&
    record.quarantined === undefined &&
    record.refersTo === undefined &&
    record.type === record.kind &&
    (record.concurrentTo?.length ?? 1) === 1
  );
}

function isUsualCompanion({ error, request, concurrentTo }: ReadCompanion): boolean {
  const isGet = request === undefined || (request.method === 'GET' && request.body === undefined);
  return error === undefined && isGet && (concurrentTo?.length ?? 1) === 1;
}

/** The findings, in the order in which they were added. */
export function unpackFindings({ numbers, texts, whole }: PackedFindings): Finding[] {
  const findings: Finding[] = [];
  const reader = new TextReader(texts);
  let nextWhole = 0;
  for (let at = 0; at < numbers.length; ) {
    const form = numbers[at++]!;
    if (form === RECORD) {
      findings.push(recordFrom(numbers, at, reader));
      at += 11;
    } else if (form === COMPANION) {
      findings.push(companionFrom(numbers, at, reader));
      at += 6;
    } else findings.push(whole[nextWhole++]!);
  }
  return findings;
}

/** Texts are asked for in the order of `#addRecord`. */
function recordFrom(numbers: Float64Array, at: number, texts: TextReader): ReadRecord {
  const bits = numbers[at]!;
  const kind = kinds[Math.floor(bits / KIND) % 4]!;
  const recordId = texts.next(RECORD_ID);
  const url = texts.next(URL)!;
  const urlkey = texts.next(URLKEY)!;
  const mime = texts.next(MIME);
  const redirect = texts.next(REDIRECT);
  const sha256 = texts.next(SHA256)!;
  const storedSha1 = texts.next(SHA1)!;
  const warcinfoId = texts.next(WARCINFO_ID);
  const concurrentTo = texts.next(CONCURRENT_TO);
  return {
    finding: 'record',
    offset: numbers[at + 1]!,
    type: kind,
    recordId,
    url,
    urlkey,
    kind,
    collectionMs: numbers[at + 5]!,
    httpStatus: numbers[at + 6] === NO_STATUS ? undefined : numbers[at + 6],
    headBytes: numbers[at + 7]!,
    mime,
    redirect,
    contentLength: numbers[at + 8]!,
    sha256,
    storedSha1,
    dechunked: bits >= DECHUNKED,
    refersTo: undefined,
    method: undefined,
    requestBody: undefined,
    quarantined: undefined,
    given: givenFrom(recordId, numbers[at + 9]!, numbers[at + 10]!),
    warnings: undefined,
    error: undefined,
    concurrentTo: concurrentTo === undefined ? undefined : [concurrentTo],
    warcinfoId,
    memberAt: places[bits % 4]!,
    memberStart: numbers[at + 2]!,
    memberLength: numbers[at + 3]!,
    memberCrc32: numbers[at + 4]!,
  };
}

function givenFrom(recordId: string | undefined, version: number, storeMs: number): ReadRecord['given'] {
  if (version === NO_VERSION) return undefined;
  return { uuid: uuidOf(recordId)!, version, storeMs: Number.isNaN(storeMs) ? undefined : storeMs };
}

/** Texts are asked for in the order of `#addCompanion`. */
function companionFrom(numbers: Float64Array, at: number, texts: TextReader): ReadCompanion {
  const bits = numbers[at]!;
  const type: CompanionType = companionTypes[Math.floor(bits / TYPE) % 16]!;
  const recordId = texts.next(COMPANION_ID);
  const url = texts.next(URL);
  const concurrentTo = texts.next(RECORD_ID);
  const refersTo = texts.next(REFERS_TO);
  const warcinfoId = texts.next(WARCINFO_ID);
  return {
    finding: 'companion',
    type,
    offset: numbers[at + 1]!,
    recordId,
    url,
    collectionMs: numbers[at + 5]!,
    concurrentTo: concurrentTo === undefined ? undefined : [concurrentTo],
    refersTo,
    warcinfoId,
    request: bits >= IS_GET ? GET : undefined,
    error: undefined,
    memberAt: places[bits % 4]!,
    memberStart: numbers[at + 2]!,
    memberLength: numbers[at + 3]!,
    memberCrc32: numbers[at + 4]!,
  };
}

const GET = { method: 'GET', body: undefined };
