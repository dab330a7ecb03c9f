// Returns an artifact as an HTTP message. For a response record, this is the stored block. For a resource, it is a
// generated HTTP header block and the payload.
import { Readable } from 'node:stream';
import type { ArtifactContent } from '../../content/artifact-content.ts';
import { toHeaderMediaType } from '../../content/capture-headers.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';

export async function makeResponseBlock(
  artifact: StoredArtifact,
  content: ArtifactContent,
  included: boolean,
): Promise<{ lengthBytes: number; body: Buffer | Readable }> {
  const head = content.head?.bytes ?? formatResponseHead(artifact, content.field('content-type'));
  if (!included) {
    await content.checkHead();
    return { lengthBytes: head.length, body: head };
  }
  const { lengthBytes, body } = await content.storedBody();
  return {
    lengthBytes: head.length + lengthBytes,
    body: Buffer.isBuffer(body)
      ? Buffer.concat([head, body])
      : Readable.from(prependHead(head, body), { objectMode: false }),
  };
}

function formatResponseHead({ contentLength }: StoredArtifact, contentType: string | undefined): Buffer {
  const type = toHeaderMediaType(contentType);
  const lines = [
    'HTTP/1.1 200 OK',
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${contentLength}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

async function* prependHead(head: Buffer, body: Readable): AsyncGenerator<Buffer> {
  yield head;
  yield* body as AsyncIterable<Buffer>;
}
