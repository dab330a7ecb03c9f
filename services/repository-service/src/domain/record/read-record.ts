// A record as it is read: what the index keeps of it, made of what the WARC reader reports. All of it is plain, flat data
// that crosses between threads as it is.
import { makeRequestUrlkey, urlkey } from '@holdfast/surt';
import { type DeclaredDigest, type ImportRecord, isHttpMessage } from '@holdfast/warc';
import { compile, type FieldsNamed, type FieldsWith, recordFields } from './fields.ts';
import { type GivenAu, type GivenIdentity, type GivenRecord, givenRecordOf } from './given-identity.ts';
import type { CapturedRequest, MemberPlace, ReadCompanion } from './read-companion.ts';
import { toRefersTo } from './refers-to.ts';

/** What the index keeps of a record: the fields of the table, and what is asked for while it is imported. */
export interface CapturedRecord extends FieldsNamed<FieldsWith<{ in: 'record' }>> {
  /** Payload digest that the record declares, where it is none of those in the table. */
  readonly declaredDigest?: DeclaredDigest | undefined;
  /** The identity that it had in the repository that it comes from, and keeps. */
  readonly given?: GivenIdentity | undefined;
}

/** What a status line says of a record whatever becomes of it. */
export interface RecordRef {
  /** Undefined where nothing could be read. */
  readonly type?: RecordType | undefined;
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
  /** Byte offset in the upload: of the record, or of its gzip member. */
  readonly offset: number;
  readonly url: string | undefined;
  readonly warnings: string[] | undefined;
  /** Why it was damaged already when it came, if it was kept nevertheless. */
  readonly quarantined?: string | undefined;
  /** The same as in `CapturedRecord`, for who tells of artifacts that keep their identity. */
  readonly given?: GivenIdentity | undefined;
  readonly collectionMs?: number | undefined;
  readonly contentLength?: number | undefined;
}

export type RecordType = CapturedRecord['kind'] | 'other';

/** One WARC record that may become an artifact, read to its end and digested. */
export interface ReadRecord extends CapturedRecord, RecordRef, MemberPlace {
  readonly collectionMs: number;
  readonly contentLength: number;
  readonly finding: 'record';
  readonly url: string;
  /** Why the record cannot be kept, if it cannot. */
  readonly error: string | undefined;
  /** WARC-Concurrent-To, each of them. */
  readonly concurrentTo?: readonly string[] | undefined;
  /** WARC-Warcinfo-ID. */
  readonly warcinfoId?: string | undefined;
}

/**
 * All fields of what was read, to be spread or changed: what came packed makes its fields when they are asked for, and a
 * spread does not ask.
 */
export function fieldsOf<Read extends object>(read: Read): Read {
  return isPacked(read) ? read.toJSON() : read;
}

/** Whether it came packed, and takes little memory while others that came with it are there. */
export function isPacked<Read extends object>(read: Read): read is Read & { toJSON(): Read } {
  return 'toJSON' in read;
}

/** A stretch of the upload that could not be read. After a fatal one nothing more comes. */
export interface UnreadableStretch extends RecordRef {
  readonly finding: 'damage';
  readonly error: string;
  /** Chunks of a large record had been sent ahead; it will not be completed. */
  readonly abandonsChunks: boolean;
}

export type Finding = ReadRecord | ReadCompanion | UnreadableStretch;

/** What comes of an upload, in its order: findings with the members they point into, or a piece of a large member. */
export type CodecOutput = FoundOutput | { output: 'chunk'; bytes: Uint8Array };

export interface FoundOutput {
  readonly output: 'findings';
  readonly findings: readonly Finding[];
  /** Counts their texts, which stay as long as any of these findings does. */
  readonly characters: number;
  readonly bytes: Uint8Array;
}

const MAX_URL_CHARACTERS = 65_536;
const MAX_MIME_CHARACTERS = 255;
const MAX_REDIRECT_CHARACTERS = 8_192;

export interface ReadingRules {
  /** The date of a record that is kept although it has none. */
  readonly undatedMs: () => number;
  /** Records are artifacts of a repository, which keep the identity that they have there. */
  readonly givenBy?: GivenAu | undefined;
  /** Such a record whose payload is another one than was stored is kept, as quarantined. */
  readonly keepDamaged?: boolean | undefined;
}

export function readRecordOf(record: ImportRecord, member: MemberPlace, rules: ReadingRules): ReadRecord {
  const { http } = record;
  const judged =
    rules.givenBy && record.error === undefined ? givenRecordOf(record, rules.givenBy) : undefined;
  const from = typeof judged === 'object' ? judged : undefined;
  const quarantined = record.damaged ?? (rules.keepDamaged ? from?.damage : undefined);
  const url = from?.url ?? record.targetUri;
  const error = record.error ?? faultOf(judged, quarantined) ?? urlFault(url);
  const read: Omit<ReadRecord, TableReadName> & Partial<ReadRecord> = {
    finding: 'record',
    offset: record.offset,
    type: ['response', 'resource', 'revisit'].includes(record.type) ? kindOf(record.type) : 'other',
    recordId: record.recordId || undefined,
    url,
    urlkey: error === undefined ? urlkey(url) : '',
    kind: kindOf(record.type),
    collectionMs: quarantined !== undefined && record.dateMs === 0 ? rules.undatedMs() : record.dateMs,
    mime: mimeOf(http ? http.contentType : ownContentType(record)),
    redirect: http && redirectOf(http),
    declaredDigest: record.type === 'revisit' ? undefined : ownDigest(record),
    refersTo: record.type === 'revisit' ? toRefersTo(record, url) : undefined,
    quarantined,
    given: from?.given,
    warnings: warningsOf(record, quarantined, from?.warning),
    error,
    concurrentTo: record.concurrentTo,
    warcinfoId: record.warcinfoId,
    // One by one: a spread costs more than all the rest.
    memberAt: member.memberAt,
    memberStart: member.memberStart,
    memberLength: member.memberLength,
    memberCrc32: member.memberCrc32,
  };
  readFields(read, record);
  return read as ReadRecord;
}

type TableReadName = FieldsWith<{ read: unknown }>;

const readers = recordFields.flatMap(({ name, read }) => (read ? [[name, read] as const] : []));
const readFields: (into: object, record: ImportRecord) => void = compile(
  'into, record',
  `{ ${readers.map(([name]) => `into.${name} = ${name}(record);`).join(' ')} }`,
  Object.fromEntries(readers),
);

/** The media type of a Content-Type: up to `;` or white space, as CDX files carry it. */
export function mimeOf(contentType: string | undefined): string | undefined {
  const mime = contentType
    ?.slice(0, MAX_MIME_CHARACTERS + 1)
    .trimStart()
    .split(/[;,\s]/, 1)[0];
  return mime && mime.length <= MAX_MIME_CHARACTERS && /^[\x21-\x7e]+$/.test(mime) ? mime : undefined;
}

function warningsOf(
  { warnings }: ImportRecord,
  quarantined: string | undefined,
  warning: string | undefined,
): string[] | undefined {
  const damage = quarantined && `Stored although it is damaged: ${quarantined}`;
  if (damage === undefined && warning === undefined) return warnings.length > 0 ? warnings : undefined;
  return [damage, ...warnings, warning].filter((one) => one !== undefined);
}

function faultOf(
  judged: GivenRecord | string | undefined,
  quarantined: string | undefined,
): string | undefined {
  if (typeof judged === 'string') return judged;
  return quarantined === undefined ? judged?.damage : undefined;
}

/** The type of a resource is that of its record, and so is that of a response of DNS, FTP, WHOIS or Gopher. */
function ownContentType({ type, warcContentType }: ImportRecord): string | undefined {
  const isOwn = type === 'resource' || (type === 'response' && !isHttpMessage(warcContentType));
  return isOwn ? warcContentType : undefined;
}

function kindOf(type: string): ReadRecord['kind'] {
  return type === 'resource' || type === 'revisit' ? type : 'response';
}

/** Where a redirect leads. */
export function redirectOf({ status, location }: NonNullable<ImportRecord['http']>): string | undefined {
  if (status === undefined || status < 300 || status >= 400) return undefined;
  const trimmed = location?.trim();
  return trimmed && trimmed.length <= MAX_REDIRECT_CHARACTERS && !trimmed.includes('\0')
    ? trimmed
    : undefined;
}

/** Revisits declare it, too, even when it does not match. */
function ownDigest({ provenPayloadDigest, declaredPayloadDigest }: ImportRecord): DeclaredDigest | undefined {
  return provenPayloadDigest ?? declaredPayloadDigest;
}

function urlFault(url: string): string | undefined {
  if (url === '') return 'the record has no WARC-Target-URI';
  if (url.length > MAX_URL_CHARACTERS) return `the URL is longer than ${MAX_URL_CHARACTERS} characters`;
  if (url.includes('\0')) return 'the URL holds a NUL character';
  return undefined;
}

type Requestable = Pick<CapturedRecord, 'url' | 'urlkey' | 'method' | 'requestBody'>;

/** The same record for GET, which is what is taken for granted. */
export function withRequest<R extends Requestable>(record: R, request: CapturedRequest | undefined): R {
  if (request === undefined || request.method === 'GET') return record;
  const { method, body } = request;
  return {
    ...fieldsOf(record),
    method,
    requestBody: body,
    urlkey: makeRequestUrlkey(record.url, { method, body }),
  };
}
