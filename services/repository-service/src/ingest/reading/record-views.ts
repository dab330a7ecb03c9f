// Views of packed records (packed-records.ts) that decode their fields on access. Thousands of parsed records wait for
// the commit of their segment; as plain objects, they would dominate the memory of an import.
import { recordFields } from '../../domain/record/fields.ts';
import type { ParsedCompanion } from '../../domain/record/read-companion.ts';
import type { DigestedRecord, ParsedUploadItem } from '../../domain/record/read-record.ts';
import { parseRecordUuid } from '../../domain/record/requested-identity.ts';
import {
  commonLargeNumbers,
  commonNumbers,
  commonTexts,
  companionRowForm,
  companionTexts,
  isDechunkedRecord,
  isGetRequest,
  numberFields,
  type PackedRecords,
  type PackedTable,
  type PackedTables,
  packedForms,
  type RowForm,
  readTextAt,
  recordLargeNumbers,
  recordNumbers,
  recordRowForm,
  recordTexts,
  textFields,
  UNDEFINED_NUMBER,
  unpackArtifactKind,
  unpackCompanionType,
  unpackMemberAt,
} from './packed-form.ts';

const GET = { method: 'GET', body: undefined };

abstract class FindingView {
  protected readonly pack: PackedTables;
  /** Row of the record in the table of its kind. */
  protected readonly row: number;

  constructor(pack: PackedTables, row: number) {
    this.pack = pack;
    this.row = row;
  }

  /** Table with the records of this kind. */
  protected abstract get table(): PackedTable;
  protected abstract get ofRow(): RowForm;

  protected number(which: number): number {
    return this.table.numbers[this.row * this.ofRow.numbers + which]!;
  }
  protected large(which: number): number {
    return this.table.large[this.row * this.ofRow.large + which]!;
  }
  protected text(which: number): string | undefined {
    return readTextAt(this.pack.joined, this.table.texts[this.row * this.ofRow.texts + which]!);
  }

  protected get bits() {
    return this.number(commonNumbers.bits);
  }
  get offset() {
    return this.large(commonLargeNumbers.offset);
  }
  get recordId() {
    return this.text(commonTexts.recordId);
  }
  get collectionMs() {
    return this.large(commonLargeNumbers.collectionMs);
  }
  get concurrentTo() {
    const id = this.text(commonTexts.concurrentTo);
    return id === undefined ? undefined : [id];
  }
  get warcinfoId() {
    return this.text(commonTexts.warcinfoId);
  }
  get memberAt() {
    return unpackMemberAt(this.bits);
  }
  get memberStart() {
    return this.number(commonNumbers.memberStart);
  }
  get memberLength() {
    return this.number(commonNumbers.memberLength);
  }
  get memberCrc32() {
    return this.number(commonNumbers.memberCrc32) >>> 0;
  }
}

/** View of a packed artifact record. Its getters are defined below, from the table of fields. */
class RecordView extends FindingView {
  /** Caches the URL, because each newly created string would have to be hashed again for a look-up. */
  #url: string | undefined;

  protected get table() {
    return this.pack.records;
  }
  protected get ofRow() {
    return recordRowForm;
  }

  get finding() {
    return 'record' as const;
  }
  get type() {
    return this.kind;
  }
  get url() {
    this.#url ??= this.text(commonTexts.url)!;
    return this.#url;
  }
  get kind() {
    return unpackArtifactKind(this.bits);
  }
  get dechunked() {
    return isDechunkedRecord(this.bits);
  }
  get given() {
    const version = this.number(recordNumbers.givenVersion);
    if (version === UNDEFINED_NUMBER) return undefined;
    const storeMs = this.large(recordLargeNumbers.givenStoreMs);
    return {
      uuid: parseRecordUuid(this.recordId)!,
      version,
      storeMs: Number.isNaN(storeMs) ? undefined : storeMs,
    };
  }
  get warnings() {
    return undefined;
  }
  get error() {
    return undefined;
  }

  toJSON(): DigestedRecord {
    const record: Record<string, unknown> = {
      finding: this.finding,
      offset: this.offset,
      type: this.type,
      recordId: this.recordId,
      given: this.given,
      warnings: this.warnings,
      error: this.error,
      concurrentTo: this.concurrentTo,
      warcinfoId: this.warcinfoId,
      memberAt: this.memberAt,
      memberStart: this.memberStart,
      memberLength: this.memberLength,
      memberCrc32: this.memberCrc32,
    };
    for (const { name } of recordFields) record[name] = this[name as keyof this];
    return record as unknown as DigestedRecord;
  }
}

numberFields.forEach(({ name }, i) => {
  const which = recordNumbers.fields + i;
  addGetter(name, ({ pack, row }) => {
    const value = pack.records.numbers[row * recordRowForm.numbers + which]!;
    return value === UNDEFINED_NUMBER ? undefined : value;
  });
});

textFields.forEach(({ name }, i) => {
  const which = recordTexts.fields + i;
  addGetter(name, ({ pack, row }) =>
    readTextAt(pack.joined, pack.records.texts[row * recordRowForm.texts + which]!),
  );
});

interface PackedRow {
  readonly pack: PackedTables;
  readonly row: number;
}

function addGetter(name: string, get: (view: PackedRow) => unknown): void {
  Object.defineProperty(RecordView.prototype, name, {
    get(this: PackedRow) {
      return get(this);
    },
  });
}

class CompanionView extends FindingView implements ParsedCompanion {
  protected get table() {
    return this.pack.companions;
  }
  protected get ofRow() {
    return companionRowForm;
  }

  get finding() {
    return 'companion' as const;
  }
  get type() {
    return unpackCompanionType(this.bits);
  }
  get url() {
    return this.text(commonTexts.url);
  }
  get refersTo() {
    return this.text(companionTexts.refersTo);
  }
  get request() {
    return isGetRequest(this.bits) ? GET : undefined;
  }
  get error() {
    return undefined;
  }

  toJSON(): ParsedCompanion {
    return {
      finding: this.finding,
      type: this.type,
      offset: this.offset,
      recordId: this.recordId,
      url: this.url,
      collectionMs: this.collectionMs,
      concurrentTo: this.concurrentTo,
      refersTo: this.refersTo,
      warcinfoId: this.warcinfoId,
      request: this.request,
      error: this.error,
      memberAt: this.memberAt,
      memberStart: this.memberStart,
      memberLength: this.memberLength,
      memberCrc32: this.memberCrc32,
    };
  }
}

/** Returns views of the packed records, in the original order. Each view keeps the whole batch in memory. */
export function unpackRecords({
  joined,
  records,
  companions,
  forms,
  whole,
}: PackedRecords): ParsedUploadItem[] {
  const pack: PackedTables = { joined, records, companions };
  const next = { record: 0, companion: 0, whole: 0 };
  const findings: ParsedUploadItem[] = [];
  for (const its of forms) {
    if (its === packedForms.record)
      findings.push(new RecordView(pack, next.record++) as unknown as DigestedRecord);
    else if (its === packedForms.companion) findings.push(new CompanionView(pack, next.companion++));
    else findings.push(whole[next.whole++]!);
  }
  return findings;
}
