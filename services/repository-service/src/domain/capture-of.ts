// From a record as the WARC reader reports it to what the index needs of it.
import { urlkey } from '@holdfast/surt';
import type { ImportRecord } from '@holdfast/warc';
import type { Capture, RefersTo } from './capture.ts';

const MAX_URL_CHARACTERS = 65_536;
const MAX_MIME_CHARACTERS = 255;
const MAX_REDIRECT_CHARACTERS = 8_192;

export type MemberPlace = Pick<Capture, 'memberAt' | 'memberStart' | 'memberLength' | 'memberCrc32'>;

export function captureOf(record: ImportRecord, member: MemberPlace): Capture {
  const { payload, http } = record;
  const error = record.error ?? urlFault(record.targetUri);
  return {
    finding: 'capture',
    offset: record.offset,
    recordId: record.recordId || undefined,
    url: record.targetUri,
    urlkey: error === undefined ? urlkey(record.targetUri) : '',
    kind: kindOf(record.type),
    collectionMs: record.dateMs,
    httpStatus: http?.status,
    headBytes: http?.headLength ?? 0,
    mime: mimeOf(http ? http.contentType : ownContentType(record)),
    redirect: http && redirectOf(http),
    contentLength: payload.length,
    sha256: hex(payload.sha256),
    storedSha1: hex(payload.storedSha1 ?? payload.sha1),
    dechunked: payload.dechunked,
    refersTo: record.type === 'revisit' ? refersToOf(record) : undefined,
    warnings: record.warnings.length > 0 ? record.warnings : undefined,
    error,
    ...member,
  };
}

/** The media type of a Content-Type: up to `;` or white space, as CDX files carry it. */
export function mimeOf(contentType: string | undefined): string | undefined {
  const mime = contentType
    ?.slice(0, MAX_MIME_CHARACTERS + 1)
    .trimStart()
    .split(/[;,\s]/, 1)[0];
  return mime && mime.length <= MAX_MIME_CHARACTERS && /^[\x21-\x7e]+$/.test(mime) ? mime : undefined;
}

/** A resource's type is that of its record. */
function ownContentType(record: ImportRecord): string | undefined {
  return record.type === 'resource' ? record.warcContentType : undefined;
}

function kindOf(type: string): Capture['kind'] {
  return type === 'resource' || type === 'revisit' ? type : 'response';
}

/** Where a redirect leads. */
export function redirectOf({ status, location }: NonNullable<ImportRecord['http']>): string | undefined {
  if (status < 300 || status >= 400) return undefined;
  const trimmed = location?.trim();
  return trimmed && trimmed.length <= MAX_REDIRECT_CHARACTERS && !trimmed.includes('\0')
    ? trimmed
    : undefined;
}

function refersToOf(record: ImportRecord): RefersTo {
  return {
    url: record.refersToUri,
    dateMs: record.refersToDateMs,
    digest: record.declaredPayloadDigest,
  };
}

function urlFault(url: string): string | undefined {
  if (url === '') return 'the record has no WARC-Target-URI';
  if (url.length > MAX_URL_CHARACTERS) return `the URL is longer than ${MAX_URL_CHARACTERS} characters`;
  if (url.includes('\0')) return 'the URL holds a NUL character';
  return undefined;
}

// Text crosses between threads as it is; a view of bytes takes all of its buffer along.
function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
