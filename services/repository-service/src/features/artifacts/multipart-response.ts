// Sends an artifact as multipart/form-data: its properties, its HTTP header block, and optionally its payload.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Artifact } from '@holdfast/api-types';
import type { ArtifactContent } from '../../content/artifact-content.ts';
import { checkMediaType, toHeaderMediaType } from '../../content/capture-headers.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';

const lineEnd = Buffer.from('\r\n');

export interface ResponsePart {
  readonly name: string;
  readonly filename?: string;
  readonly headers: Record<string, string>;
  readonly lengthBytes: number;
  readonly body: Readable | Buffer;
}

export interface MultipartResponse {
  readonly contentType: string;
  readonly lengthBytes: number;
  readonly body: Buffer | Readable;
}

export function makeMultipartResponse(parts: readonly ResponsePart[]): MultipartResponse {
  const boundary = `holdfast-${randomBytes(18).toString('hex')}`;
  const heads = parts.map((part) => formatPartHead(part, boundary));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const lengthBytes = parts.reduce(
    (sum, part, i) => sum + heads[i]!.length + part.lengthBytes + 2,
    end.length,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    lengthBytes,
    body:
      concatParts(parts, heads, end) ?? Readable.from(streamParts(parts, heads, end), { objectMode: false }),
  };
}

/** Returns the whole body if all parts are in memory. Returns undefined if a part is a stream. */
function concatParts(
  parts: readonly ResponsePart[],
  heads: readonly Buffer[],
  end: Buffer,
): Buffer | undefined {
  const whole: Buffer[] = [];
  for (const [i, { body }] of parts.entries()) {
    if (!Buffer.isBuffer(body)) return undefined;
    whole.push(heads[i]!, body, lineEnd);
  }
  return Buffer.concat([...whole, end]);
}

async function* streamParts(parts: readonly ResponsePart[], heads: readonly Buffer[], end: Buffer) {
  for (const [i, { body }] of parts.entries()) {
    yield heads[i]!;
    if (Buffer.isBuffer(body)) yield body;
    else yield* body as AsyncIterable<Buffer>;
    yield lineEnd;
  }
  yield end;
}

function formatPartHead({ name, filename, headers }: ResponsePart, boundary: string): Buffer {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  const disposition = `Content-Disposition: form-data; name="${name}"${file}\r\n`;
  return Buffer.from(`--${boundary}\r\n${disposition}${lines.join('')}\r\n`, 'latin1');
}

export async function makeArtifactParts(
  artifact: StoredArtifact,
  { committed: _committed, storageUrl: _storageUrl, ...properties }: Artifact,
  content: ArtifactContent,
  included: boolean,
): Promise<ResponsePart[]> {
  const parts = [
    makeBufferPart('artifactProps', 'application/json', Buffer.from(JSON.stringify(properties))),
  ];
  if (content.head) {
    parts.push(makeBufferPart('httpResponseHeader', 'application/octet-stream', content.head.bytes));
  }
  if (included) parts.push(await openPayloadPart(artifact, content));
  else await content.checkHead();
  return parts;
}

function makeBufferPart(name: string, contentType: string, body: Buffer): ResponsePart {
  return { name, headers: { 'Content-Type': contentType }, lengthBytes: body.length, body };
}

async function openPayloadPart(
  { contentLength }: StoredArtifact,
  content: ArtifactContent,
): Promise<ResponsePart> {
  const verbatim = content.head ? undefined : toHeaderMediaType(content.field('content-type'));
  return {
    name: 'payload',
    filename: 'payload',
    headers: {
      'Content-Type': checkMediaType(content.field('content-type')) ?? 'application/octet-stream',
      'Content-Length': String(contentLength),
      ...(verbatim === undefined ? {} : { 'X-Lockss-Content-Type': verbatim }),
    },
    lengthBytes: contentLength,
    body: await content.payload(),
  };
}
