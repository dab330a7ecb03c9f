// What the HTTP heads of an artifact say of its payload. An artifact made from a revisit has two: its own, and that of the
// record that holds the payload.
import { isHttpMessage, type StoredHttpHead } from '@holdfast/warc';

/** What is asked of a stored record. */
export interface HeadedRecord {
  /** WARC-Type in lower case. */
  readonly type: string;
  readonly http: StoredHttpHead | undefined;
  /** Content-Type of the WARC header. */
  readonly contentType: string | undefined;
}

export interface CaptureFields {
  /** The head to be given for the artifact, verbatim; undefined for a `resource`, and for a revisit of one. */
  readonly head: StoredHttpHead | undefined;
  /** Answers a field that describes the payload. */
  field(name: string): string | undefined;
}

/**
 * A revisit has its own head when there is one. A 304 says little of the content that it stands for, and where there is no
 * head nothing is said: then the rest is what the original said. `holder` is the record itself when it is no revisit.
 */
export function captureFields(
  kind: 'response' | 'resource' | 'revisit',
  own: HeadedRecord,
  holder: HeadedRecord,
): CaptureFields {
  const fieldOf = (record: HeadedRecord) => (name: string) =>
    record.http ? record.http.get(name) : name === 'content-type' ? ownContentType(record) : undefined;
  if (kind === 'resource') return { head: undefined, field: fieldOf(holder) };
  if (kind === 'response') return { head: own.http, field: fieldOf(own) };
  const ofOriginal = fieldOf(holder);
  const isComplete = own.http !== undefined && own.http.status !== 304;
  return {
    head: own.http ?? holder.http,
    // CDX lines fall back on the original's type, too.
    field: (name) =>
      own.http?.get(name) ?? (isComplete && name !== 'content-type' ? undefined : ofOriginal(name)),
  };
}

/**
 * The media type of a payload that did not come over HTTP: a `resource`, or a `response` of DNS, FTP, WHOIS or Gopher. A
 * response that should have an HTTP head and has none is of no known type.
 */
function ownContentType({ type, contentType }: HeadedRecord): string | undefined {
  return type === 'resource' || !isHttpMessage(contentType) ? contentType : undefined;
}

/** Whether the head announces a body in chunks. */
export function saysChunked(head: StoredHttpHead | undefined): boolean {
  return /(?:^|,)\s*chunked\s*$/i.test(head?.get('transfer-encoding') ?? '');
}
