// Imports the WARCs of this repository and of the corpus over HTTP. Compares each record with the results of other
// tools, then reads the stored content back.
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  createTemporaryFolder,
  createTestDatabase,
  describeWithCorpus,
  type ImportStatus,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { corpusWarcs, type GoldenRecord, type GoldenWarcs, ownWarcs } from './support/golden.ts';
import { startRepository } from './support/repository-server.ts';

// Invalid records that python warcio accepts and the service reports as ERROR.
const knownErrors = new Map<string, RegExp>([
  // The file is truncated, so the block does not match the declared digest.
  ['warcio/test/data/example-trunc.warc 1197', /WARC-Block-Digest/],
  // One record spread over three gzip members; its Content-Length is one byte short.
  ['warcio/test/data/example-wrong-chunks.warc.gz 0', /WARC-Block-Digest/],
  // Wrong lengths in ARC headers, and a page without an HTTP header.
  ...['pywb/sample_archive/warcs', 'warcio/test/data'].flatMap((folder): [string, RegExp][] => [
    [`${folder}/bad.arc 134`, /length in the header/],
    [`${folder}/bad.arc 202`, /HTTP status line/],
    [`${folder}/bad.arc 262`, /length in the header/],
  ]),
]);

const isArc = (name: string) => /\.arc(\.gz)?$/.test(name);
const computeSha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the WARCs of our own making', () => {
  // Two files, each with eight captures and a revisit, and a third file with thirteen captures.
  testAccountedFor(ownWarcs, { payloads: 2 * (8 + 1) + 13, captures: 2 * 8 + 13 });
});

describeWithCorpus('the WARCs of the corpus', () => {
  testAccountedFor(corpusWarcs, { payloads: 201, captures: 61 });
});

/** Minimum number of stored payloads to read back, and of CDX lines to compare. */
interface MinimumCounts {
  readonly payloads: number;
  readonly captures: number;
}

function testAccountedFor(golden: GoldenWarcs, atLeast: MinimumCounts): void {
  const files = golden.files();
  const records = golden.records();
  let client: TestRepositoryClient;
  const answers = new Map<string, ImportStatus[]>();

  beforeAll(async () => {
    const database = await createTestDatabase();
    ({ client } = await startRepository({
      databaseUrl: database.url,
      objectStore: `fs:${await createTemporaryFolder()}`,
    }));
  }, 120_000);

  // Each file gets its own namespace, so that no revisit finds its original in another file.
  it.each(files)('$id is imported', async ({ id, path }) => {
    const archive = createReadStream(path);
    const answer = await client.importArchive(archive, {
      auid: 'au&a~b',
      namespace: id,
      storeDuplicate: true,
    });
    expect(answer.status).toBe(200);
    answers.set(id, answer.statuses);
    const recorded = records.filter(({ file }) => golden.pathOf(file) === path);
    const kept = recorded.filter(({ type }) => type === 'response' || type === 'resource');
    for (const record of kept) expectAccountedFor(record, answer.statuses);
  });

  it('reads every stored payload and record back, byte for byte', async () => {
    let read = 0;
    for (const [namespace, statuses] of answers) {
      for (const status of statuses.filter((one) => one.status === 'OK')) {
        const payload = await client.bytes(`/artifacts/${status.artifactUuid}/payload`, { namespace });
        expect(`SHA-256:${computeSha256(payload)}`).toBe(status.digest);
        const warc = await client.bytes(`/replay/warcs/${namespace}:${status.artifactUuid}.warc.gz`);
        const plain = await client.bytes(`/replay/warcs/${namespace}:${status.artifactUuid}.warc`);
        expect(gunzipSync(warc).equals(plain)).toBe(true);
        const { path } = files.find(({ id }) => id === namespace)!;
        const record = records.find(
          ({ file, offset }) => golden.pathOf(file) === path && offset === status.offset,
        );
        expectStoredAsSent({ path, record, status, warc });
        read += 1;
      }
    }
    expect(read).toBeGreaterThanOrEqual(atLeast.payloads);
  }, 120_000);

  it('answers CDX with the key, time, type, status and digest that pywb gives', async () => {
    const kept = new Set(selectArtifactRecords(records).map(({ file, offset }) => `${file} ${offset}`));
    let compared = 0;
    const missing: unknown[] = [];
    for (const captured of golden.cdx()) {
      const namespace = files.find(({ path }) => golden.pathOf(captured.file) === path)!.id;
      if (!answers.has(namespace) || !kept.has(`${captured.file} ${captured.offset}`)) continue;
      const { prefix } = captured;
      const query = prefix === undefined ? { url: captured.url } : { url: prefix, matchType: 'prefix' };
      const lines = (await client.bytes(`/replay/cdxb/${namespace}`, query))
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' '));
      const matching = lines.filter(([urlkey, timestamp, , mime, status, digest]) =>
        [
          urlkey === captured.urlkey,
          timestamp === captured.timestamp,
          mime === captured.mime,
          status === captured.status,
          digest === toBase32(captured.digest),
        ].every(Boolean),
      );
      if (matching.length === 0)
        missing.push({ captured, lines: lines.map((line) => line.slice(0, 6).join(' ')) });
      compared += 1;
    }
    expect(missing).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(atLeast.captures);
  }, 120_000);
}

/** Returns the records that become artifacts: valid responses and resources. */
function selectArtifactRecords(records: readonly GoldenRecord[]): GoldenRecord[] {
  return records.filter(
    ({ file, offset, type }) =>
      (type === 'response' || type === 'resource') && !knownErrors.has(`${file} ${offset}`),
  );
}

function expectAccountedFor(record: GoldenRecord, statuses: ImportStatus[]): void {
  const id = `${record.file} ${record.offset}`;
  // ARC records have no IDs, so each tool generates its own.
  const found = statuses.find(
    ({ offset, warcId }) => offset === record.offset && (isArc(record.file) || warcId === record.warc_id),
  );
  const known = knownErrors.get(id);
  if (known) {
    expect(found).toMatchObject({ status: 'ERROR', statusMessage: expect.stringMatching(known) });
    return;
  }
  expect({ record, found }).toMatchObject({ found: { status: 'OK', url: unescapeSpaces(record.url) } });
  // The golden file has only the SHA-1 of a de-chunked payload, which is compared when the payload is read back.
  if (record.dechunked_sha1 === undefined) {
    expect(found!.digest).toBe(record.stored_payload_sha256.replace('sha256:', 'SHA-256:'));
  }
}

/** Converts a hexadecimal SHA-1 to Base32. pywb returns a declared digest as written, which may be hexadecimal. */
function toBase32(digest: string): string {
  if (!/^[0-9a-f]{40}$/.test(digest)) return digest;
  const bits = [...digest].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  return bits.replace(/.{5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]!);
}

/** Undoes the escaping of spaces by python warcio; the service stores URLs as written. */
function unescapeSpaces(url: string | undefined): string | undefined {
  return url && /^file:\/\/\/example%20|=Examples%20/.test(url) ? url.replaceAll('%20', ' ') : url;
}

interface ReadBackRecord {
  /** File that was sent. */
  readonly path: string;
  readonly record: GoldenRecord | undefined;
  readonly status: ImportStatus;
  readonly warc: Buffer;
}

/** Checks that the service stored a record's gzip member byte for byte as it was sent. */
function expectStoredAsSent({ path, record, status, warc }: ReadBackRecord): void {
  const sent = readFileSync(path);
  if (sent[0] !== 0x1f || isArc(path) || status.statusMessage?.includes('revisit')) return;
  if (!record || record.type === 'revisit' || record.length < 0) return;
  expect(warc.equals(sent.subarray(record.offset, record.offset + record.length))).toBe(true);
}
