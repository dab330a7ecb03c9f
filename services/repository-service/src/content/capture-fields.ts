// What the HTTP heads of an artifact say of its payload. An artifact made from a revisit has two: its own, and that of the
// record that holds the payload.
import type { StoredHttpHead } from '@holdfast/warc';

/** What is asked of a stored record. */
export interface HeadedRecord {
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
  const typeOf = (record: HeadedRecord) => (name: string) =>
    name === 'content-type' ? record.contentType : undefined;
  if (kind === 'resource') return { head: undefined, field: typeOf(holder) };
  if (kind === 'response') return { head: own.http, field: (name) => own.http?.get(name) };
  const ofOriginal = (name: string) => (holder.http ? holder.http.get(name) : typeOf(holder)(name));
  const isComplete = own.http !== undefined && own.http.status !== 304;
  return {
    head: own.http ?? holder.http,
    // CDX lines fall back on the original's type, too.
    field: (name) =>
      own.http?.get(name) ?? (isComplete && name !== 'content-type' ? undefined : ofOriginal(name)),
  };
}

/** Whether the head announces a body in chunks. */
export function saysChunked(head: StoredHttpHead | undefined): boolean {
  return /(?:^|,)\s*chunked\s*$/i.test(head?.get('transfer-encoding') ?? '');
}
