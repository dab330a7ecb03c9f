// Findings that are still packed (packed-findings.ts): their fields are made when they are asked for. Thousands of them wait
// until their segment is committed, and objects with all their fields would be most of what an import takes of memory.
import { uuidOf } from '../domain/given-identity.ts';
import type { ReadCompanion } from '../domain/read-companion.ts';
import type { ReadRecord } from '../domain/read-record.ts';
import {
  commonLarge,
  commonNumbers,
  commonTexts,
  companionTexts,
  isDechunked,
  isGet,
  kindOf,
  memberAtOf,
  NO_STATUS,
  NO_VERSION,
  ofCompanion,
  ofRecord,
  type Pack,
  type RowForm,
  recordLarge,
  recordNumbers,
  recordTexts,
  type Table,
  typeOf,
} from './packed-form.ts';
import { textAt } from './packed-texts.ts';

const GET = { method: 'GET', body: undefined };

/** What packed findings have in common. */
abstract class FindingView {
  protected readonly pack: Pack;
  /** Which one of its kind it is in the pack. */
  protected readonly row: number;

  constructor(pack: Pack, row: number) {
    this.pack = pack;
    this.row = row;
  }

  /** Its kind's table, and what that has in each row. */
  protected abstract get table(): Table;
  protected abstract get ofRow(): RowForm;

  protected number(which: number): number {
    return this.table.numbers[this.row * this.ofRow.numbers + which]!;
  }
  protected large(which: number): number {
    return this.table.large[this.row * this.ofRow.large + which]!;
  }
  protected text(which: number): string | undefined {
    return textAt(this.pack.joined, this.table.texts[this.row * this.ofRow.texts + which]!);
  }

  protected get bits() {
    return this.number(commonNumbers.bits);
  }
  get offset() {
    return this.large(commonLarge.offset);
  }
  get recordId() {
    return this.text(commonTexts.recordId);
  }
  get collectionMs() {
    return this.large(commonLarge.collectionMs);
  }
  get concurrentTo() {
    const id = this.text(commonTexts.concurrentTo);
    return id === undefined ? undefined : [id];
  }
  get warcinfoId() {
    return this.text(commonTexts.warcinfoId);
  }
  get memberAt() {
    return memberAtOf(this.bits);
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

export class RecordView extends FindingView implements ReadRecord {
  /** One text for all that look it up: a new one would have to be hashed each time. */
  #url: string | undefined;

  protected get table() {
    return this.pack.records;
  }
  protected get ofRow() {
    return ofRecord;
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
  get urlkey() {
    return this.text(recordTexts.urlkey)!;
  }
  get kind() {
    return kindOf(this.bits);
  }
  get httpStatus() {
    const status = this.number(recordNumbers.httpStatus);
    return status === NO_STATUS ? undefined : status;
  }
  get headBytes() {
    return this.number(recordNumbers.headBytes);
  }
  get mime() {
    return this.text(recordTexts.mime);
  }
  get redirect() {
    return this.text(recordTexts.redirect);
  }
  get contentLength() {
    return this.number(recordNumbers.contentLength);
  }
  get sha256() {
    return this.text(recordTexts.sha256)!;
  }
  get storedSha1() {
    return this.text(recordTexts.storedSha1)!;
  }
  get dechunked() {
    return isDechunked(this.bits);
  }
  get payloadSha1() {
    return this.text(recordTexts.payloadSha1);
  }
  get declaredDigest() {
    return undefined;
  }
  get refersTo() {
    return undefined;
  }
  get method() {
    return undefined;
  }
  get requestBody() {
    return undefined;
  }
  get quarantined() {
    return undefined;
  }
  get given() {
    const version = this.number(recordNumbers.givenVersion);
    if (version === NO_VERSION) return undefined;
    const storeMs = this.large(recordLarge.givenStoreMs);
    return { uuid: uuidOf(this.recordId)!, version, storeMs: Number.isNaN(storeMs) ? undefined : storeMs };
  }
  get warnings() {
    return undefined;
  }
  get error() {
    return undefined;
  }

  toJSON(): ReadRecord {
    return {
      finding: this.finding,
      offset: this.offset,
      type: this.type,
      recordId: this.recordId,
      url: this.url,
      urlkey: this.urlkey,
      kind: this.kind,
      collectionMs: this.collectionMs,
      httpStatus: this.httpStatus,
      headBytes: this.headBytes,
      mime: this.mime,
      redirect: this.redirect,
      contentLength: this.contentLength,
      sha256: this.sha256,
      storedSha1: this.storedSha1,
      dechunked: this.dechunked,
      payloadSha1: this.payloadSha1,
      refersTo: this.refersTo,
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
  }
}

export class CompanionView extends FindingView implements ReadCompanion {
  protected get table() {
    return this.pack.companions;
  }
  protected get ofRow() {
    return ofCompanion;
  }

  get finding() {
    return 'companion' as const;
  }
  get type() {
    return typeOf(this.bits);
  }
  get url() {
    return this.text(commonTexts.url);
  }
  get refersTo() {
    return this.text(companionTexts.refersTo);
  }
  get request() {
    return isGet(this.bits) ? GET : undefined;
  }
  get error() {
    return undefined;
  }

  toJSON(): ReadCompanion {
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
