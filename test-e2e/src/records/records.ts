// Imports files of random records, merges their objects, rebuilds the index from the object store, and exports the
// records. After each step, the repository must match a simple model.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createTemporaryFolder, createTestDatabase, type TestRepositoryClient } from '@holdfast/testkit';
import { type KeepTarget, runKeepCommand } from '../support/keep.ts';
import { startRepository } from '../support/repository-server.ts';
import { createRandomFromSeed } from '../support/seeded.ts';
import {
  type ArchivePacking,
  type GeneratedCapture,
  generateRandomFile,
  type RandomFile,
} from './random-file.ts';

export interface RecordsPlan {
  readonly seed: number;
  readonly files: number;
  say(words: string): void;
}

export interface RecordsOutcome {
  readonly captures: number;
  readonly companions: number;
  readonly damaged: number;
}

const AUS = ['one', 'two', 'three'];

interface ImportedFile {
  readonly file: RandomFile;
  /** UUID of each undamaged capture, by record ID. */
  readonly uuids: ReadonlyMap<string, string>;
}

/** Runs the drill. Throws at the first difference from the model. */
export async function runRecordsDrill({ seed, files, say }: RecordsPlan): Promise<RecordsOutcome> {
  const folder = await createTemporaryFolder();
  const place = { databaseUrl: (await createTestDatabase()).url, objectStore: `fs:${folder}` };
  const random = createRandomFromSeed(seed);
  const made = Array.from({ length: files }, (_, i) => generateRandomFile(random, `${seed}-${i}`));
  const imported: ImportedFile[] = [];
  await runWithRepository(place, async (client) => {
    for (const [i, file] of made.entries())
      imported.push(await importFile(client, AUS[i % AUS.length]!, file));
    await check(client, imported);
  });
  await checkStore(folder, made);
  say('imported: as the model says');
  await expectClean(await runKeepCommand(place, 'verify'));
  await runKeepCommand(place, 'compact', '--grace', '0s');
  await runWithRepository(place, (client) => check(client, imported));
  await checkStore(folder, made);
  say('merged: as the model says');
  const again = { ...place, databaseUrl: (await createTestDatabase()).url };
  await expectClean(await runKeepCommand(again, 'rebuild'));
  await expectClean(await runKeepCommand(again, 'verify'));
  await expectClean(await runKeepCommand(again, 'fixity'));
  await runWithRepository(again, async (client) => {
    await check(client, imported);
    await checkExports(client, made);
  });
  say('made again from the object store, and exported: as the model says');
  const all = made.flatMap((file) => file.records);
  return {
    captures: made.reduce((sum, { captures }) => sum + captures.length, 0),
    companions: all.filter(({ type }) => !['response', 'revisit', 'warcinfo'].includes(type)).length,
    damaged: all.filter(({ isDamaged }) => isDamaged).length,
  };
}

async function runWithRepository(
  place: KeepTarget,
  use: (client: TestRepositoryClient) => Promise<void>,
): Promise<void> {
  const env = {
    COMPACTION_PERIOD: 'off',
    FIXITY_PERIOD: 'off',
    SEGMENT_RECORDS: '7',
    JOURNAL_INTERVAL: '50ms',
  };
  const server = await startRepository({ ...place, env });
  try {
    await use(server.client);
  } finally {
    await server.process.stop();
  }
}

async function importFile(
  client: TestRepositoryClient,
  auid: string,
  file: RandomFile,
): Promise<ImportedFile> {
  const { status, statuses, body } = await client.importArchive(file.bytes, { auid, storeDuplicate: true });
  if (status !== 200) throw new Error(`an import was answered with ${status}: ${body}`);
  const uuids = new Map(
    statuses.flatMap(({ warcId, artifactUuid, status: one }) =>
      one === 'OK' ? [[warcId!, artifactUuid!] as const] : [],
    ),
  );
  const expected = file.captures.filter(({ isDamaged }) => !isDamaged).map(({ id }) => id);
  expectEqual('artifacts of a file', [...uuids.keys()].sort(), expected.sort());
  return { file, uuids };
}

async function check(client: TestRepositoryClient, imported: readonly ImportedFile[]): Promise<void> {
  for (const { file, uuids } of imported) {
    for (const capture of file.captures) {
      const uuid = uuids.get(capture.id);
      if (uuid !== undefined) await checkCapture(client, uuid, capture, file);
    }
    await checkKeys(client, file);
  }
}

interface RecordListing {
  records: { number: number; relation: string; recordId: string }[];
}

async function checkCapture(
  client: TestRepositoryClient,
  uuid: string,
  capture: GeneratedCapture,
  { warcinfos, form }: RandomFile,
): Promise<void> {
  const payload = await client.bytes(`/artifacts/${uuid}/payload`);
  expectEqual(`payload of ${capture.id}`, payload.toString(), capture.payload);
  const { records: listed } = await client.json<RecordListing>(`/artifacts/${uuid}/records`);
  const given = new Map<string, Buffer>();
  for (const { number, recordId } of listed) {
    given.set(recordId, await client.bytes(`/artifacts/${uuid}/records/${number}`));
  }
  const companions = capture.companions.filter(({ isDamaged }) => !isDamaged);
  const warcinfo = warcinfos.get(capture.id);
  const expected = new Map(
    [capture, ...companions, ...(warcinfo ? [warcinfo] : [])].map((one) => [one.id, one.member]),
  );
  expectEqual(`records of ${capture.id}`, [...given.keys()].sort(), [...expected.keys()].sort());
  for (const [id, member] of expected) {
    const isSame = isSameRecord(given.get(id)!, member, form);
    if (!isSame) throw new Error(`${id} is not what was imported`);
  }
}

/**
 * Compares the bytes of a record. The service recompresses records from zstd files, so these are compared decompressed.
 */
function isSameRecord(stored: Buffer, member: Buffer, form: ArchivePacking): boolean {
  return form === 'zstd' ? gunzipSync(stored).equals(gunzipSync(member)) : stored.equals(member);
}

/** Checks that a query by the URL's plain key returns exactly the captures of GET requests. */
async function checkKeys(client: TestRepositoryClient, { captures }: RandomFile): Promise<void> {
  const byUrl = Map.groupBy(
    captures.filter(({ isDamaged }) => !isDamaged),
    ({ url }) => url,
  );
  for (const [url, own] of byUrl) {
    const answer = await client.get('/replay/cdxb/default', { url });
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('org,example)'));
    const times = lines.map((line) => line.split(' ')[1]!).sort();
    const expected = own
      .filter((capture) => methodOf(capture) === 'GET')
      .map(({ date }) => date.replace(/\D/g, '').slice(0, 14));
    expectEqual(`captures of ${url} by GET`, times, expected.sort());
  }
}

function methodOf({ method, companions }: GeneratedCapture): string {
  return companions.some(({ type, isDamaged }) => type === 'request' && !isDamaged) ? method : 'GET';
}

/** Checks that every undamaged record is stored, and that only warcinfo records are stored more than once. */
async function checkStore(folder: string, files: readonly RandomFile[]): Promise<void> {
  const root = join(folder, 'objects', 'ns');
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.warc.gz'));
  checkWhole('stored', await Promise.all(names.map((name) => readFile(join(root, name)))), files);
}

/** Checks each AU's exports in the same way as the store. */
async function checkExports(client: TestRepositoryClient, files: readonly RandomFile[]): Promise<void> {
  for (const [i, auid] of AUS.entries()) {
    const own = files.filter((_, number) => number % AUS.length === i);
    checkWhole(`exported of ${auid}`, [await client.bytes('/exports/default.warc.gz', { auid })], own);
  }
}

function checkWhole(what: string, archives: readonly Buffer[], files: readonly RandomFile[]): void {
  const found = new Map<string, number>();
  for (const archive of archives) {
    const text = gunzipSync(archive).toString('latin1');
    for (const [, id] of text.matchAll(/^WARC-Record-ID: (<urn:records:\S+>)/gm)) {
      found.set(id!, (found.get(id!) ?? 0) + 1);
    }
  }
  const whole = files.flatMap((file) => file.records.filter(({ isDamaged }) => !isDamaged));
  expectEqual(`records ${what}`, [...found.keys()].sort(), whole.map(({ id }) => id).sort());
  const twice = whole.filter(({ id, type }) => type !== 'warcinfo' && found.get(id) !== 1);
  expectEqual(
    `records ${what} twice`,
    twice.map(({ id }) => id),
    [],
  );
}

function expectClean({ code, output }: { code: number | null; output: string }): void {
  if (code !== 0) throw new Error(`a command of keep ended with ${code}: ${output}`);
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
}
