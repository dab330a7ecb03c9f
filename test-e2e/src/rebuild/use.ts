// Fills a repository by imports with duplicates and revisits, creates, commits, uncommits, deletes and bulk transfers.
import { gzipSync } from 'node:zlib';
import { type RepositoryClient as Calls, createRepositoryClient, ServiceError } from '@holdfast/client';
import { type ImportStatus, makeResponseRecord, type TestRepositoryClient } from '@holdfast/testkit';
import { createRandomFromSeed, type SeededRandom } from '../support/seeded.ts';

export interface RepositoryUsage {
  client: TestRepositoryClient;
  seed: number;
  /** Approximate number of artifacts that exist at the end. */
  artifacts: number;
  /** Number of rounds; default 5. */
  rounds?: number;
  /** Called after each round. */
  between?(): Promise<void>;
}

export interface UsageOutcome {
  /** Number of artifacts that the imports stored. */
  importedArtifacts: number;
  importedBytes: number;
  importMs: number;
  deleted: number;
}

export const usageHosts = ['www.example.org', 'pages.example.net', 'created.example'];

interface Au {
  namespace: string;
  auid: string;
}

const aus: Au[] = ['default', 'other'].flatMap((namespace) =>
  ['org|plugin&base_url~http%3A%2F%2Fa%2F', 'org|plugin&base_url~http%3A%2F%2Fb%2F&year~2020'].map(
    (auid) => ({
      namespace,
      auid,
    }),
  ),
);
const date = '2020-02-20T20:20:20Z';

export async function useRepository({
  client,
  seed,
  artifacts,
  rounds = 5,
  between,
}: RepositoryUsage): Promise<UsageOutcome> {
  const random = createRandomFromSeed(seed);
  const calls = createRepositoryClient(client.settings);
  // Finishes the bulk transfer that an earlier use left open and that a rebuild must preserve. The first use has none
  // to finish.
  await calls.handleBulkAuOp({ ...aus[0]!, body: { op: 'finish' } }).catch(ignoreMissing);
  const used: UsageOutcome = { importedArtifacts: 0, importedBytes: 0, importMs: 0, deleted: 0 };
  // Deletes about a tenth of the artifacts, and creates about a tenth individually.
  const perRound = Math.ceil((artifacts * 1.02) / rounds / aus.length);
  for (let round = 0; round < rounds; round++) {
    for (const au of aus) {
      const stored = await importArchives(
        client,
        au,
        { random, round: seed * 100 + round, count: Math.ceil(perRound * 0.9) },
        used,
      );
      const created = await createArtifacts(calls, au, random, Math.ceil(perRound * 0.18));
      await changeArtifacts(calls, au, { random, stored, created }, used);
    }
    await between?.();
  }
  await calls.handleBulkAuOp({ ...aus[0]!, body: { op: 'start' } });
  await calls.handleBulkAuOp({ ...aus[1]!, body: { op: 'start' } });
  await calls.handleBulkAuOp({ ...aus[1]!, body: { op: 'finish' } });
  calls.close();
  return used;
}

interface Batch {
  random: SeededRandom;
  round: number;
  count: number;
}

async function importArchives(
  client: TestRepositoryClient,
  au: Au,
  batch: Batch,
  used: UsageOutcome,
): Promise<string[]> {
  const stored: string[] = [];
  // The service drops most records of the second file as duplicates of the first file's records. It stores all records
  // of the third file, even duplicates.
  const share = Math.ceil(batch.count / 2.6);
  for (const [records, storeDuplicate] of [
    [makePageRecords(au, batch, share), false],
    [makePageRecords(au, { ...batch, round: batch.round + 0.5 }, share, 0.5), false],
    [
      [
        ...makePageRecords(au, batch, Math.ceil(share * 0.4)),
        ...makeRevisitRecords(au, batch, Math.ceil(share * 0.3)),
      ],
      true,
    ],
  ] as const) {
    const archive = Buffer.concat(records);
    const startedMs = performance.now();
    const { status, statuses, body } = await client.importArchive(archive, { ...au, storeDuplicate });
    used.importMs += performance.now() - startedMs;
    if (status !== 200) throw new Error(`an import was answered with ${status} ${body}`);
    const ok = statuses.filter((one) => isStored(one)).map(({ artifactUuid }) => artifactUuid!);
    used.importedArtifacts += ok.length;
    used.importedBytes += archive.length;
    stored.push(...ok);
  }
  return stored;
}

function isStored({ status, statusMessage }: ImportStatus): boolean {
  if (status === 'ERROR') throw new Error(`a record could not be imported: ${statusMessage}`);
  return status === 'OK';
}

/**
 * Returns a record for each page; the content depends on the round. `repeated`: in a half round such as 3.5, fraction
 * of pages with the content of round 3.
 */
function makePageRecords(au: Au, { random, round, count }: Batch, from: number, repeated = 0): Buffer[] {
  return Array.from({ length: Math.min(count, from) }, (_, i) => {
    const version = random.chance(repeated) ? Math.floor(round) : round;
    return gzipSync(makeResponseRecord(pageUrl(au, i), pageBody(i, version), date), { level: 1 });
  });
}

function pageUrl({ auid }: Au, i: number): string {
  return `http://${usageHosts[i % 2]}/${auid.length}/page/${i}.html`;
}

function pageBody(i: number, version: number): Buffer {
  const own = createRandomFromSeed(i * 1_000 + Math.round(version * 10));
  const text = `<html><title>${i} ${version}</title>`.padEnd(200 + own.below(6_000), 'lorem ipsum ');
  return Buffer.concat([Buffer.from(text), own.bytes(200 + own.below(1_500))]);
}

/**
 * Creates revisits of this round's pages by URL and date. Some have HTTP headers with status 304 or 200; the rest have
 * no HTTP headers.
 */
function makeRevisitRecords(au: Au, { random, round, count }: Batch, of: number): Buffer[] {
  return Array.from({ length: Math.min(count, of) }, (_, i) => {
    const head = random.pick([
      '',
      'HTTP/1.1 304 Not Modified\r\n\r\n',
      'HTTP/1.1 200 OK\r\nX-Again: yes\r\n\r\n',
    ]);
    const header = [
      'WARC/1.1',
      'WARC-Type: revisit',
      `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(Math.floor(round) * 100_000 + i).padStart(12, '0')}>`,
      'WARC-Date: 2021-01-01T00:00:00Z',
      `WARC-Target-URI: ${pageUrl(au, i)}${random.chance(0.5) ? '?again' : ''}`,
      'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
      `WARC-Refers-To-Target-URI: ${pageUrl(au, i)}`,
      `WARC-Refers-To-Date: ${date}`,
      'Content-Type: application/http; msgtype=response',
      `Content-Length: ${head.length}`,
    ];
    return gzipSync(`${header.join('\r\n')}\r\n\r\n${head}\r\n\r\n`);
  });
}

async function createArtifacts(
  { create }: Calls,
  au: Au,
  random: SeededRandom,
  count: number,
): Promise<string[]> {
  const uuids: string[] = [];
  const bodies = Array.from({ length: count }, (_, i) => ({
    uri: `http://${usageHosts[2]}/${random.below(count)}/${i % 7}`,
    body: random.bytes(50 + random.below(2_000)),
    withHead: random.chance(0.8),
  }));
  const one = async ({ uri, body, withHead }: (typeof bodies)[number]) => {
    const created = await create({
      properties: { ...au, uri },
      httpResponseHeader: withHead ? 'HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n' : undefined,
      payload: { content: body, type: 'text/css' },
    });
    if (created.isDuplicate) throw new Error(`there is one already: ${created.location}`);
    uuids.push(created.artifact.uuid!);
  };
  await processConcurrently(bodies, one);
  return uuids;
}

interface ChangeableArtifacts {
  random: SeededRandom;
  stored: string[];
  created: string[];
}

async function changeArtifacts(
  calls: Calls,
  au: Au,
  { random, stored, created }: ChangeableArtifacts,
  used: UsageOutcome,
) {
  const { namespace } = au;
  const put = (uuid: string, committed: boolean) =>
    calls.updateArtifact({ uuid, namespace, body: { committed } }).catch(ignoreMissing);
  const acts: (() => Promise<unknown>)[] = [
    ...created.filter(() => random.chance(0.9)).map((uuid) => () => put(uuid, true)),
    ...stored.filter(() => random.chance(0.03)).map((uuid) => () => put(uuid, false)),
    ...[...stored, ...created]
      .filter(() => random.chance(0.08))
      .map((uuid) => async () => {
        await calls.deleteArtifact({ uuid, namespace }).catch(ignoreMissing);
        used.deleted += 1;
      }),
  ];
  // Ignores artifacts that no longer exist, because concurrent changes of one artifact may include its deletion.
  await processConcurrently(acts, (act) => act());
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ServiceError && error.status === 404)) throw error;
}

async function processConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
