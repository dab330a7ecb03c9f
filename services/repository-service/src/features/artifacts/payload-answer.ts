// The answer that carries a payload alone: its headers, conditions and ranges.

import type { IncomingHttpHeaders } from 'node:http';
import {
  judgeRead,
  parsePreconditions,
  rangeApplies,
  type ShellRequest,
  sendBody,
  sendWhole,
  type Validators,
} from '@holdfast/http-kit';
import type { ArtifactContent } from '../../content/artifact-content.ts';
import type { ByteRange } from '../../content/byte-range.ts';
import {
  verbatimMediaType,
  wellFormedCoding,
  wellFormedDate,
  wellFormedMediaType,
} from '../../content/capture-headers.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { preconditionFailed, rangeNotSatisfiable } from '../errors.ts';

export type PayloadRequest = Pick<ShellRequest, 'raw' | 'signal'>;

/** What is used of the response; express itself stays in the routes. */
export type PayloadResponse = Parameters<typeof sendBody>[0] & {
  status(code: number): unknown;
};

export interface PayloadAnswer {
  readonly artifact: StoredArtifact;
  readonly content: ArtifactContent;
  readonly included: boolean;
  /** The payload may be framed: that it is encoded in some way as it is must not be said of it. */
  readonly hidesCoding: boolean;
  /** Names and values by turns, of headers beside those of the payload. */
  readonly described?: readonly string[];
}

const NOTHING = Buffer.alloc(0);

export async function sendPayload(
  request: PayloadRequest,
  response: PayloadResponse,
  { artifact, content, included, hidesCoding, described = [] }: PayloadAnswer,
): Promise<void> {
  const { raw } = request;
  const { headers, validators } = headersOf({ artifact, content, hidesCoding });
  headers.push(...described);
  if (!included) {
    await content.checkHead();
    headers.push('X-Lockss-Content-Length', String(artifact.contentLength), 'Content-Length', '0');
    response.writeHead(response.statusCode, headers).end();
    return;
  }
  const verdict = judgeRead(parsePreconditions(raw.headers), validators);
  if (verdict === 'failed') throw preconditionFailed();
  if (verdict === 'not-modified') {
    response.writeHead(304, headers).end();
    return;
  }
  // Ranges are for GET alone.
  const range =
    raw.method === 'GET' ? requestedRange(raw.headers, artifact.contentLength, validators) : undefined;
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(artifact.contentLength);
  const sending = sendBytes(response, { artifact, content, range, headers, request });
  if (sending) await sending;
}

/** Sends bytes that are there already at once. */
function sendBytes(
  response: PayloadResponse,
  {
    artifact,
    content,
    range,
    headers,
    request,
  }: Pick<PayloadAnswer, 'artifact' | 'content'> & {
    range: ByteRange | undefined;
    headers: string[];
    request: PayloadRequest;
  },
): Promise<void> | undefined {
  const { contentLength } = artifact;
  if (range) {
    response.status(206);
    headers.push('Content-Range', `bytes ${range.start}-${range.end}/${contentLength}`);
  }
  headers.push('Content-Length', String(range ? range.end - range.start + 1 : contentLength));
  const isHead = response.req.method === 'HEAD';
  const body = isHead ? NOTHING : content.payload(range);
  if (body instanceof Promise)
    return body.then((stream) => sendBody(response, stream, { headers, signal: request.signal }));
  sendWhole(response, body, { headers, onTaken: () => content.release() });
  return undefined;
}

/** Node keeps a header that is set by its name; to give it all of them when it writes the head is a good deal quicker. */
function headersOf({ artifact, content, hidesCoding }: Omit<PayloadAnswer, 'included' | 'described'>): {
  headers: string[];
  validators: Validators;
} {
  const etag = `"${artifact.sha256.toString('hex')}"`;
  const lastModified = wellFormedDate(content.field('last-modified'));
  const type = content.field('content-type');
  const headers: string[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) headers.push(name, value);
  };
  // Not express's own `set`, which would give a Content-Type a charset that the capture does not name.
  add('Content-Type', wellFormedMediaType(type) ?? 'application/octet-stream');
  if (!hidesCoding) add('Content-Encoding', wellFormedCoding(content.field('content-encoding')));
  add('Last-Modified', lastModified);
  // What a response came with is in its head.
  if (!content.head) add('X-Lockss-Content-Type', verbatimMediaType(type));
  add('ETag', etag);
  add('Accept-Ranges', 'bytes');
  // A captured page may run anything; it must not run it as a page of this service.
  add('Content-Security-Policy', 'sandbox');
  add('X-Content-Type-Options', 'nosniff');
  // It is refused as a script: what a browser keeps of another use must not answer in its place.
  add('Vary', 'Sec-Fetch-Dest');
  const modifiedMs = lastModified === undefined ? undefined : Date.parse(lastModified);
  return { headers, validators: { etag, modifiedMs } };
}

/**
 * Returns the one range to answer with (RFC 9110, section 14). Undefined: the whole payload, which is also the answer to a range
 * that is malformed, of another unit or out of date, and to several ranges.
 */
function requestedRange(
  headers: IncomingHttpHeaders,
  sizeBytes: number,
  validators: Validators,
): ByteRange | 'unsatisfiable' | undefined {
  if (!rangeApplies(headers, validators)) return undefined;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') return lastBytes(Number(last), sizeBytes);
  const [start, end] = [Number(first), last === '' ? Number.POSITIVE_INFINITY : Number(last)];
  if (end < start) return undefined;
  return start < sizeBytes ? { start, end: Math.min(end, sizeBytes - 1) } : 'unsatisfiable';
}

function lastBytes(lengthBytes: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (lengthBytes === 0 || sizeBytes === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - lengthBytes), end: sizeBytes - 1 };
}
