// Findings that are still packed (packed-findings.ts): their fields are made when they are asked for. Thousands of them wait
// until their segment is committed, and objects with all their fields would be most of what an import takes of memory.
import { uuidOf } from '../domain/given-identity.ts';
import type { ReadCompanion } from '../domain/read-companion.ts';
import type { ReadRecord } from '../domain/read-record.ts';
import {
  companionNumbers,
  companionTexts,
  isDechunked,
  isGet,
  kindOf,
  memberAtOf,
  NO_STATUS,
  NO_VERSION,
  type Pack,
  recordNumbers,
  recordTexts,
  typeOf,
} from './packed-form.ts';
import { textAt } from './packed-texts.ts';

const GET = { method: 'GET', body: undefined };

/** What packed findings have in common. */
abstract class FindingView {
  readonly #pack: Pack;
  /** Where its numbers and its texts begin in those of the pack. */
  readonly #numbersAt: number;
  readonly #textsAt: number;

  constructor(pack: Pack, numbersAt: number, textsAt: number) {
    this.#pack = pack;
    this.#numbersAt = numbersAt;
    this.#textsAt = textsAt;
  }

  protected number(which: number): number {
    return this.#pack.numbers[this.#numbersAt + which]!;
  }

  protected text(which: number): string | undefined {
    return textAt(this.#pack.texts, this.#textsAt + which);
  }
}

export class RecordView extends FindingView implements ReadRecord {
  get finding() {
    return 'record' as const;
  }
  get offset() {
    return this.number(recordNumbers.offset);
  }
  get type() {
    return this.kind;
  }
  get recordId() {
    return this.text(recordTexts.recordId);
  }
  get url() {
    return this.text(recordTexts.url)!;
  }
  get urlkey() {
    return this.text(recordTexts.urlkey)!;
  }
  get kind() {
    return kindOf(this.number(recordNumbers.bits));
  }
  get collectionMs() {
    return this.number(recordNumbers.collectionMs);
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
    return isDechunked(this.number(recordNumbers.bits));
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
    const storeMs = this.number(recordNumbers.givenStoreMs);
    return { uuid: uuidOf(this.recordId)!, version, storeMs: Number.isNaN(storeMs) ? undefined : storeMs };
  }
  get warnings() {
    return undefined;
  }
  get error() {
    return undefined;
  }
  get concurrentTo() {
    return listOf(this.text(recordTexts.concurrentTo));
  }
  get warcinfoId() {
    return this.text(recordTexts.warcinfoId);
  }
  get memberAt() {
    return memberAtOf(this.number(recordNumbers.bits));
  }
  get memberStart() {
    return this.number(recordNumbers.memberStart);
  }
  get memberLength() {
    return this.number(recordNumbers.memberLength);
  }
  get memberCrc32() {
    return this.number(recordNumbers.memberCrc32);
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
  get finding() {
    return 'companion' as const;
  }
  get type() {
    return typeOf(this.number(companionNumbers.bits));
  }
  get offset() {
    return this.number(companionNumbers.offset);
  }
  get recordId() {
    return this.text(companionTexts.recordId);
  }
  get url() {
    return this.text(companionTexts.url);
  }
  get collectionMs() {
    return this.number(companionNumbers.collectionMs);
  }
  get concurrentTo() {
    return listOf(this.text(companionTexts.concurrentTo));
  }
  get refersTo() {
    return this.text(companionTexts.refersTo);
  }
  get warcinfoId() {
    return this.text(companionTexts.warcinfoId);
  }
  get request() {
    return isGet(this.number(companionNumbers.bits)) ? GET : undefined;
  }
  get error() {
    return undefined;
  }
  get memberAt() {
    return memberAtOf(this.number(companionNumbers.bits));
  }
  get memberStart() {
    return this.number(companionNumbers.memberStart);
  }
  get memberLength() {
    return this.number(companionNumbers.memberLength);
  }
  get memberCrc32() {
    return this.number(companionNumbers.memberCrc32);
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

function listOf(text: string | undefined): string[] | undefined {
  return text === undefined ? undefined : [text];
}
