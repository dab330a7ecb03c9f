// Findings as they cross from a codec thread: the numbers of all of them in one array and the texts in another, because
// objects cost both threads more than what is in them. A finding with anything unusual crosses as it is.
import { uuidOf } from '../domain/given-identity.ts';
import { type CompanionType, companionTypes, type ReadCompanion } from '../domain/read-companion.ts';
import type { Finding, ReadRecord } from '../domain/read-record.ts';

export interface PackedFindings {
  /** What each finding is (`WHOLE`, `RECORD`, `COMPANION`), and its numbers. To be transferred. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The texts of those that are not whole, each with its undefined ones. */
  readonly texts: readonly (string | undefined)[];
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

const FIRST_NUMBERS = 2_048;
const MOST_NUMBERS_OF_FINDING = 11;
const NO_VERSION = 0;

/** `add` …, then `take`. */
export class FindingPacker {
  #numbers = new Float64Array(FIRST_NUMBERS);
  #filled = 0;
  #texts: (string | undefined)[] = [];
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
      texts: this.#texts,
      whole: this.#whole,
    };
    this.#filled = 0;
    this.#texts = [];
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
    const { recordId, url, urlkey, mime, redirect, sha256, storedSha1, warcinfoId, concurrentTo } = record;
    this.#texts.push(
      recordId,
      url,
      urlkey,
      mime,
      redirect,
      sha256,
      storedSha1,
      warcinfoId,
      concurrentTo?.[0],
    );
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
    const { recordId, url, concurrentTo, refersTo, warcinfoId } = companion;
    this.#texts.push(recordId, url, concurrentTo?.[0], refersTo, warcinfoId);
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
  let text = 0;
  let nextWhole = 0;
  for (let at = 0; at < numbers.length; ) {
    const form = numbers[at++]!;
    if (form === RECORD) {
      findings.push(recordFrom(numbers, at, texts, text));
      at += 11;
      text += 9;
    } else if (form === COMPANION) {
      findings.push(companionFrom(numbers, at, texts, text));
      at += 6;
      text += 5;
    } else findings.push(whole[nextWhole++]!);
  }
  return findings;
}

function recordFrom(
  numbers: Float64Array,
  at: number,
  texts: PackedFindings['texts'],
  text: number,
): ReadRecord {
  const bits = numbers[at]!;
  const kind = kinds[Math.floor(bits / KIND) % 4]!;
  const concurrentTo = texts[text + 8];
  return {
    finding: 'record',
    offset: numbers[at + 1]!,
    type: kind,
    recordId: texts[text],
    url: texts[text + 1]!,
    urlkey: texts[text + 2]!,
    kind,
    collectionMs: numbers[at + 5]!,
    httpStatus: numbers[at + 6] === NO_STATUS ? undefined : numbers[at + 6],
    headBytes: numbers[at + 7]!,
    mime: texts[text + 3],
    redirect: texts[text + 4],
    contentLength: numbers[at + 8]!,
    sha256: texts[text + 5]!,
    storedSha1: texts[text + 6]!,
    dechunked: bits >= DECHUNKED,
    refersTo: undefined,
    method: undefined,
    requestBody: undefined,
    quarantined: undefined,
    given: givenFrom(texts[text], numbers[at + 9]!, numbers[at + 10]!),
    warnings: undefined,
    error: undefined,
    concurrentTo: concurrentTo === undefined ? undefined : [concurrentTo],
    warcinfoId: texts[text + 7],
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

function companionFrom(
  numbers: Float64Array,
  at: number,
  texts: PackedFindings['texts'],
  text: number,
): ReadCompanion {
  const bits = numbers[at]!;
  const type: CompanionType = companionTypes[Math.floor(bits / TYPE) % 16]!;
  const concurrentTo = texts[text + 2];
  return {
    finding: 'companion',
    type,
    offset: numbers[at + 1]!,
    recordId: texts[text],
    url: texts[text + 1],
    collectionMs: numbers[at + 5]!,
    concurrentTo: concurrentTo === undefined ? undefined : [concurrentTo],
    refersTo: texts[text + 3],
    warcinfoId: texts[text + 4],
    request: bits >= IS_GET ? GET : undefined,
    error: undefined,
    memberAt: places[bits % 4]!,
    memberStart: numbers[at + 2]!,
    memberLength: numbers[at + 3]!,
    memberCrc32: numbers[at + 4]!,
  };
}

const GET = { method: 'GET', body: undefined };
