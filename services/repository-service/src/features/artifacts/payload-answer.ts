// The answer that carries a payload alone: its headers, conditions and ranges.
import { type ShellRequest, sendBody } from '@holdfast/http-kit';
import type { ArtifactContent } from '../../content/artifact-content.ts';
import type { ByteRange } from '../../content/byte-range.ts';
import {
  verbatimMediaType,
  wellFormedCoding,
  wellFormedDate,
  wellFormedMediaType,
} from '../../content/capture-headers.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { rangeNotSatisfiable } from '../errors.ts';
import { isKnown, requestedRange, type Validators } from './conditions.ts';

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
}

export async function sendPayload(
  { raw, signal }: PayloadRequest,
  response: PayloadResponse,
  { artifact, content, included, hidesCoding }: PayloadAnswer,
): Promise<void> {
  const validators = setHeaders(response, { artifact, content, hidesCoding });
  if (!included) {
    await content.checkHead();
    response.setHeader('X-Lockss-Content-Length', String(artifact.contentLength));
    response.setHeader('Content-Length', '0');
    response.end();
    return;
  }
  if (isKnown(raw.headers, validators)) {
    response.status(304);
    response.end();
    return;
  }
  // Ranges are for GET alone.
  const range =
    raw.method === 'GET' ? requestedRange(raw.headers, artifact.contentLength, validators) : undefined;
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(artifact.contentLength);
  await sendBytes(response, { artifact, content, range, signal });
}

async function sendBytes(
  response: PayloadResponse,
  {
    artifact,
    content,
    range,
    signal,
  }: Pick<PayloadAnswer, 'artifact' | 'content'> & {
    range: ByteRange | undefined;
    signal: AbortSignal;
  },
): Promise<void> {
  const { contentLength } = artifact;
  if (range) {
    response.status(206);
    response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${contentLength}`);
  }
  response.setHeader('Content-Length', String(range ? range.end - range.start + 1 : contentLength));
  const isHead = response.req.method === 'HEAD';
  const body = isHead ? Buffer.alloc(0) : await content.payload(range);
  await sendBody(response, body, { signal, onTaken: () => content.release() });
}

function setHeaders(
  response: PayloadResponse,
  { artifact, content, hidesCoding }: Omit<PayloadAnswer, 'included'>,
): Validators {
  const etag = `"${artifact.sha256.toString('hex')}"`;
  const lastModified = wellFormedDate(content.field('last-modified'));
  // Not express's own `set`, which would give a Content-Type a charset that the capture does not name.
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) response.setHeader(name, value);
  };
  const type = content.field('content-type');
  set('Content-Type', wellFormedMediaType(type) ?? 'application/octet-stream');
  if (!hidesCoding) set('Content-Encoding', wellFormedCoding(content.field('content-encoding')));
  set('Last-Modified', lastModified);
  // What a response came with is in its head.
  if (!content.head) set('X-Lockss-Content-Type', verbatimMediaType(type));
  response.setHeader('ETag', etag);
  response.setHeader('Accept-Ranges', 'bytes');
  // A captured page may run anything; it must not run it as a page of this service.
  response.setHeader('Content-Security-Policy', 'sandbox');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  return { etag, lastModified };
}
