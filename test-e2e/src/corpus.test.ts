// Every WARC of the corpus imported over HTTP, each record accounted for as other people's tools saw it, and read back.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  corpus,
  describeWithCorpus,
  type ImportStatus,
  type RepositoryClient,
  temporaryFolder,
  testDatabase,
} from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { corpusFileOf, type GoldenRecord, goldenCdx, goldenRecords } from './support/golden.ts';
import { startRepository } from './support/repository-server.ts';

// Records that python warcio reads over although something is wrong with them, and that we answer as ERROR.
const knownErrors = new Map<string, RegExp>([
  // The file was cut: the block is not the one whose digest the header declares.
  ['warcio/test/data/example-trunc.warc 1197', /WARC-Block-Digest/],
  // One record spread over three gzip members, its Content-Length a byte short.
  ['warcio/test/data/example-wrong-chunks.warc.gz 0', /WARC-Block-Digest/],
]);

const folders = ['pywb', 'warcio'];
const files = corpus.available
  ? folders.flatMap((folder) =>
      readdirSync(corpus.path(`warcs/${folder}`)).map((name) => ({ folder, name, id: `${folder}-${name}` })),
    )
  : [];
const isArc = (name: string) => /\.arc(\.gz)?$/.test(name);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describeWithCorpus('the WARCs of the corpus', () => {
  let client: RepositoryClient;
  const answers = new Map<string, ImportStatus[]>();

  beforeAll(async () => {
    const database = await testDatabase();
    ({ client } = await startRepository({
      databaseUrl: database.url,
      objectStore: `fs:${await temporaryFolder()}`,
    }));
  }, 120_000);

  // Each file has a namespace of its own, so that no revisit of one finds its original in another.
  it.each(files)('$id is imported, or refused for what it is', async ({ folder, name, id }) => {
    const archive = createReadStream(corpus.path(`warcs/${folder}/${name}`));
    const answer = await client.importArchive(archive, {
      auid: 'au&a~b',
      namespace: id,
      storeDuplicate: true,
    });
    if (isArc(name)) {
      expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('ARC') });
      return;
    }
    expect(answer.status).toBe(200);
    answers.set(id, answer.statuses);
    const recorded = goldenRecords().filter(
      (record) => corpusFileOf(record.file) === corpus.path(`warcs/${folder}/${name}`),
    );
    const kept = recorded.filter(({ type }) => type === 'response' || type === 'resource');
    for (const record of kept) expectAccountedFor(record, answer.statuses);
  });

  it('reads every stored payload and record back, byte for byte', async () => {
    let read = 0;
    for (const [namespace, statuses] of answers) {
      for (const status of statuses.filter((one) => one.status === 'OK')) {
        const payload = await client.bytes(`/artifacts/${status.artifactUuid}/payload`, { namespace });
        expect(`SHA-256:${sha256(payload)}`).toBe(status.digest);
        const warc = await client.bytes(`/replay/warcs/${namespace}:${status.artifactUuid}.warc.gz`);
        const plain = await client.bytes(`/replay/warcs/${namespace}:${status.artifactUuid}.warc`);
        expect(gunzipSync(warc).equals(plain)).toBe(true);
        const file = files.find(({ id }) => id === namespace)!;
        expectStoredAsSent(file, status, warc);
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(200);
  }, 120_000);

  it('answers CDX with the key, time, type, status and digest that pywb gives', async () => {
    const kept = new Set(keptRecords().map(({ file, offset }) => `${file} ${offset}`));
    let compared = 0;
    const missing: unknown[] = [];
    for (const golden of goldenCdx()) {
      const name = golden.file.split('/').at(-1)!;
      const namespace = `${golden.file.startsWith('pywb') ? 'pywb' : 'warcio'}-${name}`;
      if (!answers.has(namespace) || !kept.has(`${golden.file} ${golden.offset}`)) continue;
      const lines = (await client.bytes(`/replay/cdxb/${namespace}`, { url: golden.url }))
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' '));
      const matching = lines.filter(([urlkey, timestamp, , mime, status, digest]) =>
        [
          urlkey === golden.urlkey,
          timestamp === golden.timestamp,
          mime === golden.mime,
          status === golden.status,
          digest === inBase32(golden.digest),
        ].every(Boolean),
      );
      if (matching.length === 0)
        missing.push({ golden, lines: lines.map((line) => line.slice(0, 6).join(' ')) });
      compared += 1;
    }
    expect(missing).toEqual([]);
    expect(compared).toBeGreaterThan(60);
  }, 120_000);
});

/** What becomes an artifact: responses and resources that are sound. */
function keptRecords(): GoldenRecord[] {
  return goldenRecords().filter(
    ({ file, offset, type }) =>
      (type === 'response' || type === 'resource') && !knownErrors.has(`${file} ${offset}`),
  );
}

function expectAccountedFor(record: GoldenRecord, statuses: ImportStatus[]): void {
  const id = `${record.file} ${record.offset}`;
  const found = statuses.find(({ offset, warcId }) => offset === record.offset && warcId === record.warc_id);
  const known = knownErrors.get(id);
  if (known) {
    expect(found).toMatchObject({ status: 'ERROR', statusMessage: expect.stringMatching(known) });
    return;
  }
  expect({ record, found }).toMatchObject({ found: { status: 'OK', url: asWritten(record.url) } });
  // De-chunked payloads are checked by the SHA-1 that the golden file has of them, when they are read back.
  if (record.dechunked_sha1 === undefined) {
    expect(found!.digest).toBe(record.stored_payload_sha256.replace('sha256:', 'SHA-256:'));
  }
}

/** Pywb passes a declared digest on as it is spelled, also where that is hexadecimal. */
function inBase32(digest: string): string {
  if (!/^[0-9a-f]{40}$/.test(digest)) return digest;
  const bits = [...digest].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  return bits.replace(/.{5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]!);
}

/** Python warcio escapes spaces of a URL where it reads them; we keep URLs as they are written. */
function asWritten(url: string | undefined): string | undefined {
  return url?.startsWith('file:///example%20') ? url.replaceAll('%20', ' ') : url;
}

/** A gzip member that came in is stored as it came. */
function expectStoredAsSent(
  { folder, name }: { folder: string; name: string },
  status: ImportStatus,
  warc: Buffer,
): void {
  const sent = readFileSync(corpus.path(`warcs/${folder}/${name}`));
  if (sent[0] !== 0x1f || status.statusMessage?.includes('revisit')) return;
  const golden = goldenRecords().find(
    (record) =>
      corpusFileOf(record.file) === corpus.path(`warcs/${folder}/${name}`) && record.offset === status.offset,
  );
  if (!golden || golden.type === 'revisit' || golden.length < 0) return;
  expect(warc.equals(sent.subarray(golden.offset, golden.offset + golden.length))).toBe(true);
}
