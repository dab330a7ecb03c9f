// Findings as they cross from a codec thread, and as they stay: the numbers of all of them in one array and their texts as
// one, because objects cost both threads more than what is in them. A finding with anything unusual crosses as it is.
import type { ReadCompanion } from '../domain/read-companion.ts';
import type { Finding, ReadRecord } from '../domain/read-record.ts';
import { CompanionView, RecordView } from './finding-views.ts';
import {
  commonNumbers,
  companionBits,
  companionTexts,
  form,
  NO_STATUS,
  NO_VERSION,
  type Pack,
  recordBits,
  recordNumbers,
  recordTexts,
} from './packed-form.ts';
import { TextPacker } from './packed-texts.ts';

export interface PackedFindings extends Pack {
  readonly whole: readonly Finding[];
  /** Of the texts of all of them, nearly. */
  readonly characters: number;
}

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

/** `add` …, then `take`. */
export class FindingPacker {
  #numbers = new Float64Array(FIRST_NUMBERS);
  #filled = 0;
  readonly #texts = new TextPacker();
  #whole: Finding[] = [];
  #charactersOfWhole = 0;
  count = 0;

  add(finding: Finding): void {
    this.count += 1;
    if (this.#filled + recordNumbers.count > this.#numbers.length) this.#grow();
    if (finding.finding === 'record' && isUsualRecord(finding)) this.#addRecord(finding);
    else if (finding.finding === 'companion' && isUsualCompanion(finding)) this.#addCompanion(finding);
    else {
      this.#numbers[this.#filled++] = form.whole;
      this.#whole.push(finding);
      this.#charactersOfWhole += charactersOf(finding);
    }
  }

  get characters(): number {
    return this.#texts.characters + this.#charactersOfWhole;
  }

  take(): PackedFindings {
    const { characters } = this;
    const numbers = this.#numbers.slice(0, this.#filled);
    const packed = { numbers, texts: this.#texts.take(), whole: this.#whole, characters };
    this.#filled = 0;
    this.#whole = [];
    this.#charactersOfWhole = 0;
    this.count = 0;
    return packed;
  }

  #addRecord(record: ReadRecord): void {
    const at = this.#filled;
    this.#addCommon(form.record, recordBits(record), record);
    const numbers = this.#numbers;
    numbers[at + recordNumbers.httpStatus] = record.httpStatus ?? NO_STATUS;
    numbers[at + recordNumbers.headBytes] = record.headBytes;
    numbers[at + recordNumbers.contentLength] = record.contentLength;
    numbers[at + recordNumbers.givenVersion] = record.given?.version ?? NO_VERSION;
    numbers[at + recordNumbers.givenStoreMs] = record.given?.storeMs ?? Number.NaN;
    this.#filled = at + recordNumbers.count;
    this.#addCommonTexts(record, RECORD_ID, CONCURRENT_TO);
    // In the order of `recordTexts`.
    const texts = this.#texts;
    texts.add(URLKEY, record.urlkey);
    texts.add(MIME, record.mime);
    texts.add(REDIRECT, record.redirect);
    texts.add(SHA256, record.sha256);
    texts.add(SHA1, record.storedSha1);
  }

  #addCompanion(companion: ReadCompanion): void {
    this.#addCommon(form.companion, companionBits(companion), companion);
    this.#filled += commonNumbers.count;
    this.#addCommonTexts(companion, COMPANION_ID, RECORD_ID);
    this.#texts.add(REFERS_TO, companion.refersTo);
  }

  #addCommon(itsForm: number, bits: number, finding: ReadRecord | ReadCompanion): void {
    const numbers = this.#numbers;
    const at = this.#filled;
    numbers[at] = itsForm;
    numbers[at + commonNumbers.bits] = bits;
    numbers[at + commonNumbers.offset] = finding.offset;
    numbers[at + commonNumbers.memberStart] = finding.memberStart;
    numbers[at + commonNumbers.memberLength] = finding.memberLength;
    numbers[at + commonNumbers.memberCrc32] = finding.memberCrc32;
    numbers[at + commonNumbers.collectionMs] = finding.collectionMs;
  }

  /** In the order of `commonTexts`; the kinds are those of its id and of the one that it names. */
  #addCommonTexts(finding: ReadRecord | ReadCompanion, idKind: number, concurrentKind: number): void {
    const texts = this.#texts;
    texts.add(idKind, finding.recordId);
    texts.add(URL, finding.url);
    texts.add(concurrentKind, finding.concurrentTo?.[0]);
    texts.add(WARCINFO_ID, finding.warcinfoId);
  }

  #grow(): void {
    const grown = new Float64Array(2 * this.#numbers.length);
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}

/** Of what may be long. */
function charactersOf(finding: Finding): number {
  const { url = '', recordId = '' } = finding;
  const urlkey = 'urlkey' in finding ? finding.urlkey : '';
  return url.length + recordId.length + urlkey.length;
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

/** The findings, in the order in which they were added: views of what is packed, which stays as long as any of them. */
export function unpackFindings({ numbers, texts, whole }: PackedFindings): Finding[] {
  const findings: Finding[] = [];
  const pack: Pack = { numbers, texts };
  let nextWhole = 0;
  let textsAt = 0;
  for (let at = 0; at < numbers.length; ) {
    if (numbers[at] === form.record) {
      findings.push(new RecordView(pack, at, textsAt));
      at += recordNumbers.count;
      textsAt += recordTexts.count;
    } else if (numbers[at] === form.companion) {
      findings.push(new CompanionView(pack, at, textsAt));
      at += commonNumbers.count;
      textsAt += companionTexts.count;
    } else {
      findings.push(whole[nextWhole++]!);
      at += 1;
    }
  }
  return findings;
}
