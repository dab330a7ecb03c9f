// Generates archives with companion records: each response follows its request record and precedes its metadata record.
// Some revisits precede their originals. Checks that each artifact's companion records can be found.
import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ListedArtifact, MadeRecord, MadeWarc, TestRepositoryClient } from '@holdfast/testkit';

/** Inserts a revisit before every tenth record. The revisit refers to the record ten positions after that record. */
const REVISIT_EVERY = 10;
const AGAIN = '?again';

export function makeCompanionArchive({ bytes, records }: MadeWarc): MadeWarc {
  const members: Buffer[] = [];
  const made: MadeRecord[] = [];
  let offset = 0;
  const append = (member: Buffer) => {
    members.push(member);
    offset += member.length;
    return offset - member.length;
  };
  const ownOf = (i: number) => bytes.subarray(records[i]!.offset, records[i + 1]?.offset);
  for (const [i, record] of records.entries()) {
    const original = i % REVISIT_EVERY === 0 ? records[i + REVISIT_EVERY] : undefined;
    if (original) {
      const url = `${record.url}${AGAIN}`;
      const id = `<urn:uuid:${randomUUID()}>`;
      const revisit = buildWarcRecord('revisit', url, 'HTTP/1.1 200 OK\r\n\r\n', {
        'WARC-Record-ID': id,
        'WARC-Refers-To': parseRecordId(ownOf(i + REVISIT_EVERY)),
      });
      made.push({ url, sha256: original.sha256, offset: append(revisit) });
      append(makeMetadataRecord(url, id));
    }
    append(buildWarcRecord('request', record.url, `GET ${new URL(record.url).pathname} HTTP/1.1\r\n\r\n`));
    made.push({ ...record, offset: append(ownOf(i)) });
    append(makeMetadataRecord(record.url, parseRecordId(ownOf(i))));
  }
  return { bytes: Buffer.concat(members), records: made };
}

function makeMetadataRecord(url: string, of: string): Buffer {
  return buildWarcRecord('metadata', url, 'outlink: none\r\n', { 'WARC-Concurrent-To': of });
}

function parseRecordId(member: Buffer): string {
  return /^WARC-Record-ID: (\S+)/m.exec(gunzipSync(member).toString('latin1'))![1]!;
}

function buildWarcRecord(
  type: string,
  url: string,
  block: string,
  fields: Record<string, string> = {},
): Buffer {
  const all = {
    ...{ 'WARC-Type': type, 'WARC-Record-ID': `<urn:uuid:${randomUUID()}>`, 'WARC-Target-URI': url },
    ...{ 'WARC-Date': '2020-02-20T20:20:20Z', ...fields },
    'Content-Type': type === 'metadata' ? 'application/warc-fields' : 'application/http',
    'Content-Length': String(block.length),
  };
  const header = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return gzipSync(Buffer.from(`WARC/1.0\r\n${header.join('')}\r\n${block}\r\n\r\n`), { level: 1 });
}

/** Throws unless each of these artifacts has exactly its own companion records. */
export async function checkCompanions(
  client: TestRepositoryClient,
  artifacts: readonly ListedArtifact[],
): Promise<void> {
  for (const { uuid, uri } of artifacts) {
    const { records } = await client.json<{ records: { type: string; targetUri?: string }[] }>(
      `/artifacts/${uuid}/records`,
    );
    const found = records.map(({ type, targetUri }) => `${type} ${targetUri}`).join(', ');
    const types = uri.endsWith(AGAIN) ? ['revisit', 'metadata'] : ['response', 'request', 'metadata'];
    const expected = types.map((type) => `${type} ${uri}`).join(', ');
    if (found !== expected) throw new Error(`beside ${uri} there is: ${found}`);
  }
}
