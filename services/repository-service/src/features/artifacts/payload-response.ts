// Sends an artifact's payload. Supports conditional and range requests.

import type { IncomingHttpHeaders } from 'node:http';
import {
  evaluateReadConditions,
  isRangeApplicable,
  parsePreconditions,
  type RepresentationValidators,
  type ShellRequest,
  sendBody,
  sendBuffer,
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

/** Methods of the express response that this file uses. Only the routes depend on express. */
export type PayloadResponse = Parameters<typeof sendBody>[0] & {
  status(code: number): unknown;
};

export interface PayloadResponseContent {
  readonly artifact: StoredArtifact;
  readonly content: ArtifactContent;
  readonly included: boolean;
  /** Whether to omit Content-Encoding. Clients could not decode a payload that is still chunked. */
  readonly hidesCoding: boolean;
  /** Additional headers: alternating names and values. */
  readonly described?: readonly string[];
}

const NOTHING = Buffer.alloc(0);

export async function sendPayload(
  request: PayloadRequest,
  response: PayloadResponse,
  { artifact, content, included, hidesCoding, described = [] }: PayloadResponseContent,
): Promise<void> {
  const { raw } = request;
  const { headers, validators } = buildPayloadHeaders({ artifact, content, hidesCoding });
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
  // Only GET supports range requests.
  const range =
    raw.method === 'GET' ? parseRequestedRange(raw.headers, artifact.contentLength, validators) : undefined;
  if (range === 'unsatisfiable') throw makeRangeNotSatisfiableError(artifact.contentLength);
  const sending = sendBytes(response, { artifact, content, range, headers, request });
  if (sending) await sending;
}

/**
 * Sends the payload or a range of it. Returns undefined for a payload in memory. Otherwise, resolves when all bytes are
 * sent.
 */
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

/** Returns all headers as one array for `writeHead`, which is much faster in Node than setting headers one by one. */
function buildPayloadHeaders({
  artifact,
  content,
  hidesCoding,
}: Omit<PayloadResponseContent, 'included' | 'described'>): {
  headers: string[];
  validators: RepresentationValidators;
} {
  const etag = `"${artifact.sha256.toString('hex')}"`;
  const lastModified = normalizeDate(content.field('last-modified'));
  const type = content.field('content-type');
  const headers: string[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) headers.push(name, value);
  };
  // Sets the Content-Type directly, because the `set` method of express would add a charset that was not captured.
  add('Content-Type', checkMediaType(type) ?? 'application/octet-stream');
  if (!hidesCoding) add('Content-Encoding', checkContentCoding(content.field('content-encoding')));
  add('Last-Modified', lastModified);
  // Omitted for a captured response, because its HTTP header block contains the original type.
  if (!content.head) add('X-Lockss-Content-Type', toHeaderMediaType(type));
  add('ETag', etag);
  add('Accept-Ranges', 'bytes');
  // Runs captured pages in a sandbox, so that their scripts do not get this service's origin.
  add('Content-Security-Policy', 'sandbox');
  add('X-Content-Type-Options', 'nosniff');
  // The service refuses requests that load the payload as a script. Without `Vary`, a cache could answer such a request
  // with a stored response.
  add('Vary', 'Sec-Fetch-Dest');
  const modifiedMs = lastModified === undefined ? undefined : Date.parse(lastModified);
  return { headers, validators: { etag, modifiedMs } };
}

/**
 * Returns the range to send (RFC 9110, section 14). Returns undefined if the whole payload must be sent: the header
 * does not contain exactly one well-formed byte range, or If-Range does not match.
 */
function parseRequestedRange(
  headers: IncomingHttpHeaders,
  sizeBytes: number,
  validators: RepresentationValidators,
): ByteRange | 'unsatisfiable' | undefined {
  if (!isRangeApplicable(headers, validators)) return undefined;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') return toSuffixRange(Number(last), sizeBytes);
  const [start, end] = [Number(first), last === '' ? Number.POSITIVE_INFINITY : Number(last)];
  if (end < start) return undefined;
  return start < sizeBytes ? { start, end: Math.min(end, sizeBytes - 1) } : 'unsatisfiable';
}

function toSuffixRange(lengthBytes: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (lengthBytes === 0 || sizeBytes === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - lengthBytes), end: sizeBytes - 1 };
}
