// Artifact record as parsed by codec threads: the fields that the index stores, derived from the output of the WARC
// reader, as flat, plain data that can be transferred between threads.
import { makeRequestUrlkey, makeUrlkey } from '@holdfast/surt';
import { type DeclaredDigest, type ImportRecord, isHttpMessage } from '@holdfast/warc';
import { compileFunction, type FieldNamesMatching, type FieldsByName, recordFields } from './fields.ts';
import type { NamedIdentities } from './named-identities.ts';
import type { CapturedRequest, MemberLocation, ParsedCompanion } from './read-companion.ts';
import { toRefersTo } from './refers-to.ts';
import {
  type DestinationAu,
  type IdentifiedRecord,
  readIdentifiedRecord,
  type SourceIdentity,
} from './requested-identity.ts';

/** Fields of the table, and values that only the import needs. */
export interface CapturedRecord extends FieldsByName<FieldNamesMatching<{ in: 'record' }>> {
  /** Declared payload digest, if no field of the table contains it. */
  readonly declaredDigest?: DeclaredDigest | undefined;
  /** Identity that the artifact keeps from another repository. */
  readonly given?: SourceIdentity | undefined;
}

/** Fields of every line in the response. */
export interface RecordRef {
  /** WARC-Type. Undefined if it is unreadable. */
  readonly type?: RecordType | undefined;
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
  /** Offset of the record or its gzip member in the upload, in bytes. */
  readonly offset: number;
  readonly url: string | undefined;
  readonly warnings: string[] | undefined;
  /** Reason why the record was already damaged on arrival. Set only for quarantined records. */
  readonly quarantined?: string | undefined;
  /** Copy of `CapturedRecord.given` for the response. */
  readonly given?: SourceIdentity | undefined;
  readonly collectionMs?: number | undefined;
  readonly contentLength?: number | undefined;
}

export type RecordType = CapturedRecord['kind'] | 'other';

/** WARC record that may become an artifact. It was read to its end, and its digests were computed. */
export interface DigestedRecord extends CapturedRecord, RecordRef, MemberLocation {
  readonly collectionMs: number;
  readonly contentLength: number;
  readonly finding: 'record';
  readonly url: string;
  /** Reason why the record cannot be stored. Undefined if it can be stored. */
  readonly error: string | undefined;
  /** Values of all WARC-Concurrent-To fields. */
  readonly concurrentTo?: readonly string[] | undefined;
  readonly warcinfoId?: string | undefined;
}

/**
 * Returns all fields as a plain object. Needed because a packed record creates its fields on access, so spreading it
 * copies nothing.
 */
export function copyFields<Read extends object>(read: Read): Read {
  return isPackedRecord(read) ? read.toJSON() : read;
}

/** Returns whether the record is packed: it decodes its fields from its batch on access. */
export function isPackedRecord<Read extends object>(read: Read): read is Read & { toJSON(): Read } {
  return 'toJSON' in read;
}

/** Byte range of the upload that is unreadable. After a fatal range, no more results follow. */
export interface UnreadableRange extends RecordRef {
  readonly finding: 'damage';
  readonly error: string;
  /** Whether chunks of a large record were already sent and must be discarded. */
  readonly abandonsChunks: boolean;
}

export type ParsedUploadItem = DigestedRecord | ParsedCompanion | UnreadableRange;

/**
 * Output of the codec, in upload order: a batch of parsed records (or errors) with their gzip members, or a chunk of a
 * gzip member that is too large for a batch.
 */
export type CodecOutput = ParsedRecordsOutput | { output: 'chunk'; bytes: Uint8Array };

export interface ParsedRecordsOutput {
  readonly output: 'findings';
  readonly findings: readonly ParsedUploadItem[];
  /** Number of text characters in the batch. They stay in memory while any record of the batch is referenced. */
  readonly characters: number;
  readonly bytes: Uint8Array;
}

const MAX_URL_CHARACTERS = 65_536;
const MAX_MIME_CHARACTERS = 255;
const MAX_REDIRECT_CHARACTERS = 8_192;

export interface ReadingRules {
  /** Returns the date to use for a quarantined record without a date. */
  readonly undatedMs: () => number;
  /** Set if the records are another repository's artifacts and keep their identity. */
  readonly givenBy?: DestinationAu | undefined;
  /** Identities that were supplied separately. They take precedence over identities in the records. */
  readonly identities?: NamedIdentities | undefined;
  /**
   * Whether to quarantine a record whose payload differs from the payload in the source repository. If false, the
   * record is rejected.
   */
  readonly keepDamaged?: boolean | undefined;
}

export function toDigestedRecord(
  record: ImportRecord,
  member: MemberLocation,
  rules: ReadingRules,
): DigestedRecord {
  const { http } = record;
  const judged = record.error === undefined ? readIdentity(record, rules) : undefined;
  const from = typeof judged === 'object' ? judged : undefined;
  const quarantined = record.damaged ?? (rules.keepDamaged ? from?.damage : undefined);
  const url = from?.url ?? record.targetUri;
  const error = record.error ?? findRecordFault(judged, quarantined) ?? findUrlFault(url);
  const read: Omit<DigestedRecord, TableReadName> & Partial<DigestedRecord> = {
    finding: 'record',
    offset: record.offset,
    type: ['response', 'resource', 'revisit'].includes(record.type) ? kindOf(record.type) : 'other',
    recordId: record.recordId || undefined,
    url,
    urlkey: error === undefined ? makeUrlkey(url) : '',
    kind: kindOf(record.type),
    collectionMs: from?.collectionMs ?? chooseRecordDate(record, quarantined, rules),
    mime: parseMime(http ? http.contentType : chooseContentType(record)),
    redirect: http && findRedirect(http),
    declaredDigest: record.type === 'revisit' ? undefined : chooseDeclaredDigest(record),
    refersTo: record.type === 'revisit' ? toRefersTo(record, url) : undefined,
    quarantined,
    given: from?.given,
    warnings: collectWarnings(record, quarantined, from?.warning),
    error,
    concurrentTo: record.concurrentTo,
    warcinfoId: record.warcinfoId,
    // Copy the fields one by one, because a spread would dominate the cost of this function.
    memberAt: member.memberAt,
    memberStart: member.memberStart,
    memberLength: member.memberLength,
    memberCrc32: member.memberCrc32,
  };
  readFields(read, record);
  return read as DigestedRecord;
}

function readIdentity(
  record: ImportRecord,
  { givenBy, identities }: ReadingRules,
): IdentifiedRecord | string | undefined {
  if (identities) return identities.take(record);
  return givenBy && readIdentifiedRecord(record, givenBy);
}

function chooseRecordDate(
  { dateMs }: ImportRecord,
  quarantined: string | undefined,
  { undatedMs }: ReadingRules,
): number {
  return quarantined !== undefined && dateMs === 0 ? undatedMs() : dateMs;
}

type TableReadName = FieldNamesMatching<{ read: unknown }>;

const readers = recordFields.flatMap(({ name, read }) => (read ? [[name, read] as const] : []));
const readFields: (into: object, record: ImportRecord) => void = compileFunction(
  'into, record',
  `{ ${readers.map(([name]) => `into.${name} = ${name}(record);`).join(' ')} }`,
  Object.fromEntries(readers),
);

/** Returns the media type in a Content-Type, up to `;` or white space, as in CDX files. */
export function parseMime(contentType: string | undefined): string | undefined {
  const mime = contentType
    ?.slice(0, MAX_MIME_CHARACTERS + 1)
    .trimStart()
    .split(/[;,\s]/, 1)[0];
  return mime && mime.length <= MAX_MIME_CHARACTERS && /^[\x21-\x7e]+$/.test(mime) ? mime : undefined;
}

function collectWarnings(
  { warnings }: ImportRecord,
  quarantined: string | undefined,
  warning: string | undefined,
): string[] | undefined {
  const damage = quarantined && `Stored although it is damaged: ${quarantined}`;
  if (damage === undefined && warning === undefined) return warnings.length > 0 ? warnings : undefined;
  return [damage, ...warnings, warning].filter((one) => one !== undefined);
}

function findRecordFault(
  judged: IdentifiedRecord | string | undefined,
  quarantined: string | undefined,
): string | undefined {
  if (typeof judged === 'string') return judged;
  return quarantined === undefined ? judged?.damage : undefined;
}

/**
 * Returns the Content-Type in the WARC header if it describes the payload: for a `resource`, and for a `response` from
 * DNS, FTP, WHOIS or Gopher.
 */
function chooseContentType({ type, warcContentType }: ImportRecord): string | undefined {
  const isOwn = type === 'resource' || (type === 'response' && !isHttpMessage(warcContentType));
  return isOwn ? warcContentType : undefined;
}

function kindOf(type: string): DigestedRecord['kind'] {
  return type === 'resource' || type === 'revisit' ? type : 'response';
}

export function findRedirect({ status, location }: NonNullable<ImportRecord['http']>): string | undefined {
  if (status === undefined || status < 300 || status >= 400) return undefined;
  const trimmed = location?.trim();
  return trimmed && trimmed.length <= MAX_REDIRECT_CHARACTERS && !trimmed.includes('\0')
    ? trimmed
    : undefined;
}

/** Returns the declared payload digest, if it is not one of the computed digests. */
function chooseDeclaredDigest({
  provenPayloadDigest,
  declaredPayloadDigest,
}: ImportRecord): DeclaredDigest | undefined {
  return provenPayloadDigest ?? declaredPayloadDigest;
}

function findUrlFault(url: string): string | undefined {
  if (url === '') return 'the record has no WARC-Target-URI';
  if (url.length > MAX_URL_CHARACTERS) return `the URL is longer than ${MAX_URL_CHARACTERS} characters`;
  if (url.includes('\0')) return 'the URL contains a NUL character';
  return undefined;
}

type RequestFields = Pick<CapturedRecord, 'url' | 'urlkey' | 'method' | 'requestBody'>;

/** Returns the record with the method and the urlkey of its request. Without a request, assumes GET. */
export function addRequest<R extends RequestFields>(record: R, request: CapturedRequest | undefined): R {
  if (request === undefined || request.method === 'GET') return record;
  const { method, body } = request;
  return {
    ...copyFields(record),
    method,
    requestBody: body,
    urlkey: makeRequestUrlkey(record.url, { method, body }),
  };
}
