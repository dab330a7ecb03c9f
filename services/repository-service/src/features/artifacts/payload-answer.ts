// The answer that carries a payload alone: its headers, conditions and ranges.
import { Readable } from 'node:stream';
import { type ShellRequest, sendStream } from '@holdfast/http-kit';
import { rangeNotSatisfiable } from '../../errors.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import type { ByteRange } from './byte-range.ts';
import { wellFormedCoding, wellFormedDate, wellFormedMediaType } from './capture-headers.ts';
import type { ArtifactContent } from './content.ts';

export type PayloadRequest = Pick<ShellRequest, 'raw' | 'signal'>;

/** What is used of the response; express itself stays in the routes. */
export type PayloadResponse = Parameters<typeof sendStream>[0] & {
  set(name: string, value: string): unknown;
  status(code: number): unknown;
};

export interface PayloadAnswer {
  artifact: StoredArtifact;
  content: ArtifactContent;
  included: boolean;
}

export async function sendPayload(
  { raw, signal }: PayloadRequest,
  response: PayloadResponse,
  { artifact, content, included }: PayloadAnswer,
): Promise<void> {
  setHeaders(response, artifact, content);
  if (!included) {
    response.set('X-Lockss-Content-Length', String(artifact.contentLength));
    response.set('Content-Length', '0');
    await sendStream(response, Readable.from([]), { signal });
    return;
  }
  if (raw.fresh) {
    response.status(304);
    response.end();
    return;
  }
  const range = rangeOf(raw, response, artifact.contentLength);
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
  }: Omit<PayloadAnswer, 'included'> & {
    range: ByteRange | undefined;
    signal: AbortSignal;
  },
): Promise<void> {
  const { contentLength } = artifact;
  if (range) {
    response.status(206);
    response.set('Content-Range', `bytes ${range.start}-${range.end}/${contentLength}`);
  }
  response.set('Content-Length', String(range ? range.end - range.start + 1 : contentLength));
  const isHead = response.req.method === 'HEAD';
  await sendStream(response, isHead ? Readable.from([]) : await content.payload(range), { signal });
}

function setHeaders(response: PayloadResponse, artifact: StoredArtifact, content: ArtifactContent): void {
  const optional = {
    'Content-Type': wellFormedMediaType(content.contentType) ?? 'application/octet-stream',
    'Content-Encoding': wellFormedCoding(content.head?.get('content-encoding')),
    'Last-Modified': wellFormedDate(content.head?.get('last-modified')),
  };
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) response.set(name, value);
  response.set('ETag', `"${artifact.sha256.toString('hex')}"`);
  response.set('Accept-Ranges', 'bytes');
  // A captured page may run anything; it must not run it as a page of this service.
  response.set('Content-Security-Policy', 'sandbox');
  response.set('X-Content-Type-Options', 'nosniff');
}

/** One range is answered; several, or what is no range at all, are answered with the whole, as RFC 9110 allows. */
function rangeOf(
  raw: ShellRequest['raw'],
  response: PayloadResponse,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (!ifRangeHolds(raw.headers['if-range'], response)) return undefined;
  const ranges = raw.range(sizeBytes);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1)
    return undefined;
  return ranges[0];
}

/** A part is only asked for if the rest the client holds is of the same content. */
function ifRangeHolds(ifRange: string | string[] | undefined, response: PayloadResponse): boolean {
  if (ifRange === undefined) return true;
  return ifRange === response.getHeader('etag') || ifRange === response.getHeader('last-modified');
}
