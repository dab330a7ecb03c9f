// Sends an artifact's payload, with headers, conditional requests and ranges.

import type { IncomingHttpHeaders } from 'node:http';
import {
  evaluateReadConditions,
  isRangeApplicable,
  parsePreconditions,
  type ShellRequest,
  sendBody,
  sendBuffer,
  type Validators,
} from '@holdfast/http-kit';
import type { ArtifactContent } from '../../content/artifact-content.ts';
import type { ByteRange } from '../../content/byte-range.ts';
import {
  checkContentCoding,
  checkMediaType,
  normalizeDate,
  toHeaderMediaType,
} from '../../content/capture-headers.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { makePreconditionFailedError, makeRangeNotSatisfiableError } from '../errors.ts';

export type PayloadRequest = Pick<ShellRequest, 'raw' | 'signal'>;

/** Part of the express response object that this file uses. Only the routes depend on express. */
export type PayloadResponse = Parameters<typeof sendBody>[0] & {
  status(code: number): unknown;
};

export interface PayloadResponseContent {
  readonly artifact: StoredArtifact;
  readonly content: ArtifactContent;
  readonly included: boolean;
  /** True if Content-Encoding is omitted: the payload may still be chunked, and a client could not decode it then. */
  readonly hidesCoding: boolean;
  /** Additional headers: names and values, alternating. */
  readonly described?: readonly string[];
}

const NOTHING = Buffer.alloc(0);

export async function sendPayload(
  request: PayloadRequest,
  response: PayloadResponse,
  { artifact, content, included, hidesCoding, described = [] }: PayloadResponseContent,
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
  const verdict = evaluateReadConditions(parsePreconditions(raw.headers), validators);
  if (verdict === 'failed') throw makePreconditionFailedError();
  if (verdict === 'not-modified') {
    response.writeHead(304, headers).end();
    return;
  }
  // Range requests apply only to GET.
  const range =
    raw.method === 'GET' ? requestedRange(raw.headers, artifact.contentLength, validators) : undefined;
  if (range === 'unsatisfiable') throw makeRangeNotSatisfiableError(artifact.contentLength);
  const sending = sendBytes(response, { artifact, content, range, headers, request });
  if (sending) await sending;
}

/** Sends bytes that are in memory. */
function sendBytes(
  response: PayloadResponse,
  {
    artifact,
    content,
    range,
    headers,
    request,
  }: Pick<PayloadResponseContent, 'artifact' | 'content'> & {
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
  sendBuffer(response, body, { headers, onTaken: () => content.release() });
  return undefined;
}

/**
 * Returns all headers for a single call of `writeHead`, which is much faster in Node than setting each header by name.
 */
function headersOf({
  artifact,
  content,
  hidesCoding,
}: Omit<PayloadResponseContent, 'included' | 'described'>): {
  headers: string[];
  validators: Validators;
} {
  const etag = `"${artifact.sha256.toString('hex')}"`;
  const lastModified = normalizeDate(content.field('last-modified'));
  const type = content.field('content-type');
  const headers: string[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) headers.push(name, value);
  };
  // The `set` method of express would add a charset to the Content-Type, even if the capture names none.
  add('Content-Type', checkMediaType(type) ?? 'application/octet-stream');
  if (!hidesCoding) add('Content-Encoding', checkContentCoding(content.field('content-encoding')));
  add('Last-Modified', lastModified);
  // Not needed for a captured response, because its HTTP head contains the original type.
  if (!content.head) add('X-Lockss-Content-Type', toHeaderMediaType(type));
  add('ETag', etag);
  add('Accept-Ranges', 'bytes');
  // A captured page may contain any script. The sandbox prevents scripts from running with this service's origin.
  add('Content-Security-Policy', 'sandbox');
  add('X-Content-Type-Options', 'nosniff');
  // The service refuses requests that load the payload as a script. A cache must not serve such a request with the
  // stored response to a different kind of request.
  add('Vary', 'Sec-Fetch-Dest');
  const modifiedMs = lastModified === undefined ? undefined : Date.parse(lastModified);
  return { headers, validators: { etag, modifiedMs } };
}

/**
 * Returns the range to send (RFC 9110, section 14). Returns undefined if the whole payload must be sent. This is so if
 * the request has no range or several, or if its range is malformed, out of date, or in a unit other than bytes.
 */
function requestedRange(
  headers: IncomingHttpHeaders,
  sizeBytes: number,
  validators: Validators,
): ByteRange | 'unsatisfiable' | undefined {
  if (!isRangeApplicable(headers, validators)) return undefined;
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
