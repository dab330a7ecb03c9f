// Made archives with the request of each record in front of it, and whether those are found by their artifacts.
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ListedArtifact, MadeWarc, RepositoryClient } from '@holdfast/testkit';

export function withRequests({ bytes, records }: MadeWarc): MadeWarc {
  const members: Buffer[] = [];
  let offset = 0;
  const moved = records.map((record, i) => {
    const request = gzipSync(requestOf(record.url), { level: 1 });
    const own = bytes.subarray(record.offset, records[i + 1]?.offset);
    members.push(request, own);
    const at = offset + request.length;
    offset = at + own.length;
    return { ...record, offset: at };
  });
  return { bytes: Buffer.concat(members), records: moved };
}

function requestOf(url: string): Buffer {
  const block = `GET ${new URL(url).pathname} HTTP/1.1\r\nHost: www.example.org\r\n\r\n`;
  const header = [
    'WARC/1.0',
    'WARC-Type: request',
    `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
    'WARC-Date: 2020-02-20T20:20:20Z',
    `WARC-Target-URI: ${url}`,
    'Content-Type: application/http; msgtype=request',
    `Content-Length: ${block.length}`,
  ];
  return Buffer.from(`${header.join('\r\n')}\r\n\r\n${block}\r\n\r\n`);
}

/** Throws when one of these artifacts has not its own request, and nothing else, beside it. */
export async function checkRequests(
  client: RepositoryClient,
  artifacts: readonly ListedArtifact[],
): Promise<void> {
  for (const { uuid, uri } of artifacts) {
    const { records } = await client.json<{ records: { type: string; targetUri?: string }[] }>(
      `/artifacts/${uuid}/records`,
    );
    const found = records.map(({ type, targetUri }) => `${type} ${targetUri}`).join(', ');
    if (found !== `response ${uri}, request ${uri}`) throw new Error(`beside ${uri} there is: ${found}`);
  }
}
