// Packs parsed records, so that they can be transferred between threads and held in memory cheaply: their numbers are
// in a few typed arrays, and their texts in one string. Separate objects would cost more than their contents. A record
// that does not fit this format is sent as an object.

import type { MemberLocation, ParsedCompanion } from '../../domain/record/read-companion.ts';
import type { DigestedRecord, ParsedUploadItem } from '../../domain/record/read-record.ts';
import { parseRecordUuid } from '../../domain/record/requested-identity.ts';
import {
  commonLargeNumbers,
  commonNumbers,
  commonTexts,
  companionRowForm,
  companionTexts,
  MAX_PACKED_TEXT_LENGTH,
  MAX_TEXT_START,
  numberFields,
  type PackedRecords,
  packCompanionBits,
  packedForms,
  packRecordBits,
  recordLargeNumbers,
  recordNumbers,
  recordRowForm,
  recordTexts,
  TablePacker,
  TextPacker,
  textFields,
  UNDEFINED_NUMBER,
  unpackedFields,
} from './packed-form.ts';

/**
 * Kinds of texts. Each companion record (request, metadata) usually has the URL of the preceding artifact and refers to
 * its record ID.
 */
const RECORD_ID = 0;
const URL = 1;
const WARCINFO_ID = 2;
const CONCURRENT_TO = 3;
const COMPANION_ID = 4;
const REFERS_TO = 5;
const FIRST_FIELD = 6;

const MAX_OF_32_BITS = 2 ** 31 - 1;
/**
 * Maximum number of text characters already in a batch when another record is packed. The record's texts then always
 * fit.
 */
const MAX_CHARACTERS = MAX_TEXT_START - recordTexts.count * MAX_PACKED_TEXT_LENGTH;

/** Packs a batch of parsed records. Call `add` for each record, then `take`. */
export class RecordPacker {
  #forms: number[] = [];
  readonly #records = new TablePacker(recordRowForm);
  readonly #companions = new TablePacker(companionRowForm);
  readonly #texts = new TextPacker();
  #whole: ParsedUploadItem[] = [];
  #charactersOfWhole = 0;

  add(finding: ParsedUploadItem): void {
    const hasRoom = this.#texts.characters <= MAX_CHARACTERS;
    if (hasRoom && finding.finding === 'record' && canPackRecord(finding)) this.#addRecord(finding);
    else if (hasRoom && finding.finding === 'companion' && canPackCompanion(finding))
      this.#addCompanion(finding);
    else {
      this.#forms.push(packedForms.whole);
      this.#whole.push(finding);
      this.#charactersOfWhole += countCharacters(finding);
    }
  }

  get count(): number {
    return this.#forms.length;
  }

  get characters(): number {
    return this.#texts.characters + this.#charactersOfWhole;
  }

  take(): PackedRecords {
    const { characters } = this;
    const packed = {
      forms: Uint8Array.from(this.#forms),
      records: this.#records.take(),
      companions: this.#companions.take(),
      joined: this.#texts.take(),
      whole: this.#whole,
      characters,
    };
    this.#forms = [];
    this.#whole = [];
    this.#charactersOfWhole = 0;
    return packed;
  }

  #addRecord(record: DigestedRecord): void {
    this.#forms.push(packedForms.record);
    const row = this.#records;
    const texts = this.#texts;
    row.begin();
    this.#addCommon(row, packRecordBits(record), record);
    row.setNumber(recordNumbers.givenVersion, record.given?.version ?? UNDEFINED_NUMBER);
    row.setLarge(recordLargeNumbers.givenStoreMs, record.given?.storeMs ?? Number.NaN);
    row.setText(commonTexts.recordId, texts.add(RECORD_ID, record.recordId));
    row.setText(commonTexts.concurrentTo, texts.add(CONCURRENT_TO, record.concurrentTo?.[0]));
    for (let i = 0; i < numberFields.length; i++) {
      const value = numberFields[i]!.get(record) as number | undefined;
      row.setNumber(recordNumbers.fields + i, value ?? UNDEFINED_NUMBER);
    }
    for (let i = 0; i < textFields.length; i++) {
      const value = textFields[i]!.get(record) as string | undefined;
      row.setText(recordTexts.fields + i, texts.add(FIRST_FIELD + i, value));
    }
  }

  #addCompanion(companion: ParsedCompanion): void {
    this.#forms.push(packedForms.companion);
    const row = this.#companions;
    const texts = this.#texts;
    row.begin();
    this.#addCommon(row, packCompanionBits(companion), companion);
    row.setText(commonTexts.recordId, texts.add(COMPANION_ID, companion.recordId));
    row.setText(commonTexts.concurrentTo, texts.add(RECORD_ID, companion.concurrentTo?.[0]));
    row.setText(companionTexts.refersTo, texts.add(REFERS_TO, companion.refersTo));
  }

  #addCommon(row: TablePacker, bits: number, finding: DigestedRecord | ParsedCompanion): void {
    row.setNumber(commonNumbers.bits, bits);
    row.setNumber(commonNumbers.memberStart, finding.memberStart);
    row.setNumber(commonNumbers.memberLength, finding.memberLength);
    row.setNumber(commonNumbers.memberCrc32, finding.memberCrc32);
    row.setLarge(commonLargeNumbers.offset, finding.offset);
    row.setLarge(commonLargeNumbers.collectionMs, finding.collectionMs);
    row.setText(commonTexts.url, this.#texts.add(URL, finding.url));
    row.setText(commonTexts.warcinfoId, this.#texts.add(WARCINFO_ID, finding.warcinfoId));
  }
}

/** Returns the number of characters in the potentially long texts of a record. */
function countCharacters(finding: ParsedUploadItem): number {
  const { url = '', recordId = '' } = finding;
  const known = url.length + recordId.length;
  if (finding.finding === 'damage') return known;
  const named = finding.concurrentTo?.reduce((sum, id) => sum + id.length, 0) ?? 0;
  if (finding.finding === 'companion') {
    const { refersTo = '', request } = finding;
    return known + named + refersTo.length + (request?.body?.length ?? 0);
  }
  return known + named + finding.urlkey.length + (finding.requestBody?.length ?? 0);
}

/** Returns whether the packed format can represent every field of the record. */
function canPackRecord(record: DigestedRecord): boolean {
  return (
    record.error === undefined &&
    record.warnings === undefined &&
    record.declaredDigest === undefined &&
    record.type === record.kind &&
    canPackCommonFields(record) &&
    canPackIdentity(record) &&
    canPackFields(record)
  );
}

/**
 * Returns whether the identity can be packed. The packed form omits the identity's UUID, so this UUID must equal the
 * record ID.
 */
function canPackIdentity({ given, recordId }: DigestedRecord): boolean {
  return given === undefined || (given.version <= MAX_OF_32_BITS && given.uuid === parseRecordUuid(recordId));
}

function canPackFields(record: DigestedRecord): boolean {
  for (const { get } of unpackedFields) if (get(record) !== undefined) return false;
  for (const { get } of numberFields)
    if (((get(record) as number | undefined) ?? 0) > MAX_OF_32_BITS) return false;
  for (const { get } of textFields) if (!canPackText(get(record) as string | undefined)) return false;
  return true;
}

function canPackCompanion(companion: ParsedCompanion): boolean {
  const { error, request, refersTo } = companion;
  const isGet = request === undefined || (request.method === 'GET' && request.body === undefined);
  return error === undefined && isGet && canPackCommonFields(companion) && canPackText(refersTo);
}

function canPackCommonFields({
  recordId,
  url,
  concurrentTo,
  warcinfoId,
  memberLength,
}: CommonFields): boolean {
  const namesOne = concurrentTo === undefined || (concurrentTo.length === 1 && canPackText(concurrentTo[0]));
  return (
    namesOne &&
    memberLength <= MAX_OF_32_BITS &&
    canPackText(recordId) &&
    canPackText(url) &&
    canPackText(warcinfoId)
  );
}

type CommonFields = Pick<
  DigestedRecord | ParsedCompanion,
  'recordId' | 'url' | 'concurrentTo' | 'warcinfoId'
> &
  Pick<MemberLocation, 'memberLength'>;

function canPackText(text: string | undefined): boolean {
  return text === undefined || text.length <= MAX_PACKED_TEXT_LENGTH;
}

/** Returns the buffers to list as transferable in the message. */
export function listBuffers({ forms, records, companions }: PackedRecords): ArrayBuffer[] {
  const tables = [records, companions].flatMap(({ numbers, large, texts }) => [numbers, large, texts]);
  return [forms, ...tables].map(({ buffer }) => buffer);
}
