// The runbook on backups, followed: copied while imports go on, lost, and had back, by either way.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWarc, temporaryFolder, testDatabase } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';
import { commandIn, typed } from './runbook.ts';

const page = 'back-up.md';
const env = {} as Record<'STORE' | 'BACKUP' | 'RESTORED' | 'DATABASE_URL', string>;
let database: Awaited<ReturnType<typeof testDatabase>>;
let laterIndex: string;

/** Imported before the index was copied, and between that and the copy of the store. */
const early = makeWarc(40, 2_000);
const late = makeWarc(25, 3_000);

beforeAll(async () => {
  database = await testDatabase();
  const folder = await temporaryFolder();
  env.STORE = join(await temporaryFolder(), 'store');
  env.BACKUP = folder;
  env.RESTORED = join(await temporaryFolder(), 'restored');
  env.DATABASE_URL = database.url;
  const repository = await startRepository({ databaseUrl: database.url, objectStore: `fs:${env.STORE}` });
  await repository.client.importArchive(early.bytes, { auid: 'early' });
  laterIndex = await copiedIndex();
  await repository.client.importArchive(late.bytes, { auid: 'late' });
  await repository.process.stop();
  for (const command of [
    commandIn(page, 'mkdir -p "$BACKUP'),
    commandIn(page, 'cp --recursive --no-clobber'),
  ]) {
    await typed(command, env);
  }
  // Twice: a copy goes on where the last one was.
  await typed(commandIn(page, 'cp --recursive --no-clobber'), env);
  await rm(env.STORE, { recursive: true });
  await typed(commandIn(page, 'mkdir -p "$RESTORED'), env);
  await typed(commandIn(page, 'cp --recursive --preserve'), env);
}, 120_000);

describe('a node that was backed up, database first, and lost', () => {
  it('has everything that its older index names', async () => {
    const repository = await startRepository({ databaseUrl: laterIndex, objectStore: `fs:${env.RESTORED}` });
    const artifacts = await repository.client.artifacts('early');
    expect(artifacts).toHaveLength(40);
    for (const { uuid, contentLength } of artifacts) {
      expect((await repository.client.bytes(`/artifacts/${uuid}/payload`)).length).toBe(contentLength);
    }
    await repository.process.stop();
  }, 60_000);

  it('has everything that reached the copy of the store after a rebuild', async () => {
    const empty = await testDatabase();
    const settings = { DATABASE_URL: empty.url, OBJECT_STORE: `fs:${env.RESTORED}` };
    await typed(commandIn(page, './holdfast keep rebuild'), settings);
    await typed(commandIn(page, './holdfast keep verify'), settings);
    const repository = await startRepository({ databaseUrl: empty.url, objectStore: `fs:${env.RESTORED}` });
    expect(await repository.client.artifacts('early')).toHaveLength(40);
    expect(await repository.client.artifacts('late')).toHaveLength(25);
    await repository.process.stop();
  }, 120_000);
});

/** The database as it is at this moment, as a dump would have it. Its sessions end: PostgreSQL wants that for a copy. */
async function copiedIndex(): Promise<string> {
  const { url } = await testDatabase();
  const [from, to] = [database.name, new URL(url).pathname.slice(1)];
  const server = new URL(url);
  server.pathname = '/postgres';
  const steps = [
    `drop database ${to}`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`,
    `create database ${to} template ${from} strategy file_copy`,
  ];
  // Connections come back at once; a copy may need another attempt.
  await typed(`psql "$SERVER" --no-psqlrc --quiet -c "${steps[0]}"`, { SERVER: server.href });
  await typed(
    `for i in 1 2 3 4 5 6 7 8 9 10; do psql "$SERVER" --no-psqlrc --quiet -c "${steps[1]}" -c "${steps[2]}" && exit 0; sleep 0.2; done; exit 1`,
    { SERVER: server.href },
  );
  return url;
}
