// The parts of the multipart answer, the same as those an artifact is created from.
import type { Artifact } from '@holdfast/api-types';
import type { ArtifactContent } from '../../content/artifact-content.ts';
import { wellFormedMediaType } from '../../content/capture-headers.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import type { Part } from './multipart-answer.ts';

export async function artifactParts(
  artifact: StoredArtifact,
  { committed: _committed, storageUrl: _storageUrl, ...properties }: Artifact,
  content: ArtifactContent,
  included: boolean,
): Promise<Part[]> {
  const parts = [bufferPart('artifactProps', 'application/json', Buffer.from(JSON.stringify(properties)))];
  if (content.head) {
    parts.push(bufferPart('httpResponseHeader', 'application/octet-stream', content.head.bytes));
  }
  if (included) parts.push(await payloadPart(artifact, content));
  else await content.checkHead();
  return parts;
}

function bufferPart(name: string, contentType: string, body: Buffer): Part {
  return { name, headers: { 'Content-Type': contentType }, lengthBytes: body.length, body };
}

async function payloadPart({ contentLength }: StoredArtifact, content: ArtifactContent): Promise<Part> {
  return {
    name: 'payload',
    filename: 'payload',
    headers: {
      'Content-Type': wellFormedMediaType(content.contentType) ?? 'application/octet-stream',
      'Content-Length': String(contentLength),
    },
    lengthBytes: contentLength,
    body: await content.payload(),
  };
}
