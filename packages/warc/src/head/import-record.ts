// Converts a WARC header to a record for the report. Decides which records are reported and which headers are invalid.
import type { LabelledDigest } from '../bytes/header-values.ts';
import type { CompanionRecord, CompanionUse, ImportRecord, WarcRecord } from '../report/types.ts';
import {
  FIELD_CONCURRENT_TO,
  FIELD_CONTENT_TYPE,
  FIELD_DATE,
  FIELD_PROFILE,
  FIELD_RECORD_ID,
  FIELD_REFERS_TO,
  FIELD_REFERS_TO_DATE,
  FIELD_REFERS_TO_URI,
  FIELD_SEGMENT_NUMBER,
  FIELD_SEGMENT_ORIGIN,
  FIELD_TARGET_URI,
  FIELD_TRUNCATED,
  FIELD_TYPE,
  FIELD_WARCINFO_ID,
  WarcHeader,
} from './warc-header.ts';

const MAX_URI_LENGTH = 65_536;
/** Types of companion records, which do not become artifacts. */
const COMPANIONS = new Set(['warcinfo', 'request', 'metadata', 'conversion', 'continuation']);
/** Matches a valid record type (`token` in WARC 1.1), in lower case. */
const TYPE_NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]{1,100}$/;
const REPORTED = new Set(['response', 'resource', 'revisit']);

/**
 * Returns whether records of this type do not become artifacts. Also true for unknown types. WARC 1.1, section 5.5:
 * "WARC processing software shall ignore records of unrecognized type."
 */
export function isCompanion(type: string): boolean {
  // Most records are responses, which need no lookup.
  if (type === 'response' || REPORTED.has(type)) return false;
  return COMPANIONS.has(type) || TYPE_NAME.test(type);
}

/** Returns the type in lower case, because types are not case-sensitive. */
export function normalizeRecordType(type: string): string {
  // Most types are already in lower case. For these types, no string is allocated.
  return REPORTED.has(type) || COMPANIONS.has(type) ? type : type.toLowerCase();
}

/** Returns whether companion records of this type are skipped: neither digested, stored nor reported. */
export function isSkippedCompanion(type: string, use: CompanionUse): boolean {
  return isCompanion(type) && use !== 'all' && !(use === 'requests' && type === 'request');
}

/**
 * Returns the record that a header describes. Sets `error` if the record cannot become an artifact. Digests are added
 * later. See WarcReaderOptions for `keepDamaged`.
 */
export function toImportRecord(
  header: WarcHeader,
  type: string,
  offset: number,
  keepDamaged = false,
): ImportRecord {
  const dateMs = header.dateMs(FIELD_DATE);
  const record = readCommonFields(header, type, offset) as ImportRecord;
  record.dateMs = dateMs ?? 0;
  record.payload = { length: 0, sha256: '', sha1: '', dechunked: false };
  addLinks(record, header);
  addOptionalFields(record, header);
  if (keepDamaged && dateMs === undefined) {
    record.damaged = describeDateFault(header);
    record.dateMs = header.meantDateMs(FIELD_DATE) ?? 0;
  }
  const fault = findRecordFault(record, header, record.damaged === undefined ? dateMs : 0);
  if (fault !== undefined) record.error = fault;
  if (record.recordId === '') record.warnings.push('The record has no WARC-Record-ID.');
  return record;
}

/** Returns the companion record that a header describes. It is stored unchanged, even if fields are missing. */
export function toCompanionRecord(header: WarcHeader, type: string, offset: number): CompanionRecord {
  const companion: CompanionRecord = readCommonFields(header, type, offset);
  companion.dateMs = header.dateMs(FIELD_DATE) ?? 0;
  addLinks(companion, header);
  if (type === 'continuation' && companion.refersTo === undefined && header.has(FIELD_SEGMENT_ORIGIN)) {
    companion.refersTo = header.text(FIELD_SEGMENT_ORIGIN);
  }
  return companion;
}

function readCommonFields(header: WarcHeader, type: string, offset: number): WarcRecord {
  return {
    offset,
    inputLength: 0,
    version: header.version,
    type,
    recordId: header.text(FIELD_RECORD_ID),
    targetUri: header.uri(FIELD_TARGET_URI),
    dateMs: 0,
    warcContentType: header.repeatedText(FIELD_CONTENT_TYPE),
    blockLength: Math.max(0, header.contentLength()),
    warnings: [],
    member: undefined,
  };
}

function addLinks(record: WarcRecord, header: WarcHeader): void {
  if (header.has(FIELD_CONCURRENT_TO)) record.concurrentTo = header.texts(FIELD_CONCURRENT_TO);
  if (header.has(FIELD_REFERS_TO)) record.refersTo = header.text(FIELD_REFERS_TO);
  if (header.has(FIELD_WARCINFO_ID)) record.warcinfoId = header.repeatedText(FIELD_WARCINFO_ID);
}

export const HTTP_HEAD_NONE = 0;
export const HTTP_HEAD_OPTIONAL = 1;
export const HTTP_HEAD_REQUIRED = 2;

/**
 * Returns whether the block must, may or cannot begin with an HTTP header block. Responses of other protocols, such as
 * `dns:`, have none.
 */
export function findHttpHeadRule(
  record: Pick<ImportRecord, 'type' | 'warcContentType' | 'targetUri'>,
): 0 | 1 | 2 {
  if (record.type === 'resource') return HTTP_HEAD_NONE;
  if (record.type === 'revisit') return HTTP_HEAD_OPTIONAL;
  // Nearly all responses have exactly this value. For them, no regular expression is evaluated.
  if (record.warcContentType === 'application/http; msgtype=response') return HTTP_HEAD_REQUIRED;
  if (isHttpMessage(record.warcContentType)) return HTTP_HEAD_REQUIRED;
  if (/^https?:/i.test(record.targetUri)) return HTTP_HEAD_REQUIRED;
  return record.warcContentType === '' ? HTTP_HEAD_OPTIONAL : HTTP_HEAD_NONE;
}

/** Returns whether a Content-Type declares that the block is an HTTP message. */
export function isHttpMessage(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/http\b/i.test(contentType);
}

/**
 * Returns the record ID and URL from the WARC header at the start of `bytes`. Returns neither if the header is
 * unreadable or belongs to a companion record.
 */
export function describeRecord(bytes: Buffer, end: number): { recordId?: string; url?: string } {
  const header = new WarcHeader();
  const fields = header.parseVersion(bytes, 0, end);
  if (fields < 0 || header.parseFields(bytes, fields, end) < 0) return {};
  return isCompanion(header.text(FIELD_TYPE).toLowerCase())
    ? {}
    : { recordId: header.text(FIELD_RECORD_ID), url: header.uri(FIELD_TARGET_URI) };
}

/** Returns the declared digest. If it cannot be verified, adds a warning and returns undefined. */
export function readDeclaredDigest(
  header: WarcHeader,
  field: number,
  name: string,
  warnings: string[],
): LabelledDigest | undefined {
  if (!header.has(field)) return undefined;
  const digest = header.digest(field);
  if (digest === undefined) {
    const text = header.text(field).slice(0, 100);
    warnings.push(`${name} was not checked: its algorithm or format is unknown (${text}).`);
  }
  return digest;
}

function addOptionalFields(record: ImportRecord, header: WarcHeader): void {
  if (header.has(FIELD_REFERS_TO_URI)) record.refersToUri = header.uri(FIELD_REFERS_TO_URI);
  if (header.has(FIELD_REFERS_TO_DATE)) {
    const refersToDateMs = header.dateMs(FIELD_REFERS_TO_DATE);
    if (refersToDateMs !== undefined) record.refersToDateMs = refersToDateMs;
    else record.warnings.push('WARC-Refers-To-Date is not a valid date.');
  }
  if (header.has(FIELD_PROFILE)) record.profile = header.uri(FIELD_PROFILE);
  if (header.has(FIELD_TRUNCATED)) record.truncated = header.text(FIELD_TRUNCATED);
  if (header.has(FIELD_SEGMENT_NUMBER)) {
    record.warnings.push('The record is a segment (WARC-Segment-Number): only this part of it is kept.');
  }
}

function findRecordFault(
  record: ImportRecord,
  header: WarcHeader,
  dateMs: number | undefined,
): string | undefined {
  if (!record.version.startsWith('0.') && !record.version.startsWith('1.')) {
    return `WARC version ${record.version} is not supported.`;
  }
  if (record.type === '') return 'The record has no WARC-Type.';
  if (!REPORTED.has(record.type))
    return `The WARC-Type ${JSON.stringify(record.type.slice(0, 60))} is not known.`;
  if (header.contentLength() < 0) return 'Content-Length is missing or not a number.';
  if (dateMs === undefined) return describeDateFault(header);
  if (record.targetUri === '') return 'The record has no WARC-Target-URI.';
  if (record.targetUri.length > MAX_URI_LENGTH)
    return `WARC-Target-URI is longer than ${MAX_URI_LENGTH} characters.`;
  if (record.targetUri.includes('\0')) return 'WARC-Target-URI contains U+0000.';
  return undefined;
}

function describeDateFault(header: WarcHeader): string {
  return header.has(FIELD_DATE) ? 'WARC-Date is not a valid date.' : 'The record has no WARC-Date.';
}
