// Tests the measurement of AU sizes with a repository service that works, fails for one AU, or fails for all AUs.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyMigrations, type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { removeAus } from '../../src/index/aus/au-configuration.db.ts';
import { migrations } from '../../src/index/migrations/index.ts';
import type { ConfigSchema } from '../../src/index/schema/schema.ts';
import { measureSizes, type SizesDeps } from '../../src/repository/keep-sizes.ts';
import { createHttpRepository } from '../../src/repository/repository.ts';
import { createConfigDatabase } from '../config-database.ts';

let database: Database<ConfigSchema>;
let server: Server;
let deps: SizesDeps;
let asked: string[] = [];
let broken: (auid: string) => boolean = () => false;
let nowMs = 1_000_000;
const never = new AbortController().signal;

beforeAll(async () => {
  const { url } = await createConfigDatabase();
  database = openDatabase<ConfigSchema>({ url, applicationName: 'test', onError: () => undefined });
  addCleanup(() => database.close());
  await applyMigrations(database, migrations, { owner: 'configuration' });
  server = createServer((request, response) => {
    const auid = decodeURIComponent(request.url!.split('/')[2]!);
    asked.push(auid);
    const size = { totalLatestVersions: auid.length, totalAllVersions: 9, totalWarcSize: 11 };
    response
      .writeHead(broken(auid) ? 500 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(size));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const repository = createHttpRepository({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certFile: undefined,
    user: undefined,
    password: undefined,
    namespace: undefined,
    timeoutMs: 10_000,
  });
  const log = createLog({ service: 'test', level: 'silent' });
  deps = { database, repository, log, nowMs: () => nowMs, maxAgeMs: 60_000 };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  await database.pool.query('truncate au_configuration, au_size');
  await database.pool.query(
    `insert into au_configuration (auid, plugin_id, configuration, created_ms, updated_ms)
     select 'org|P&k~' || i, 'org.P', '{}', 1, 1 from generate_series(1, 3) as i`,
  );
  [asked, broken, nowMs] = [[], () => false, 1_000_000];
});

async function sizes(): Promise<unknown[][]> {
  const { rows } = await database.pool.query(
    'select auid, content_bytes, disk_bytes, measured_ms from au_size order by auid',
  );
  return rows.map(Object.values);
}

it('asks for what is not known, and again when it has become old', async () => {
  expect(await measureSizes(deps, never)).toBe(false);
  expect(asked.toSorted()).toEqual(['org|P&k~1', 'org|P&k~2', 'org|P&k~3']);
  expect(await sizes()).toEqual([1, 2, 3].map((i) => [`org|P&k~${i}`, 9, 11, 1_000_000]));
  nowMs += 60_000;
  await measureSizes(deps, never);
  expect(asked).toHaveLength(3);
  nowMs += 1;
  await database.pool.query("update au_size set measured_ms = $1 where auid = 'org|P&k~2'", [nowMs]);
  await measureSizes(deps, never);
  expect(asked.slice(3).toSorted()).toEqual(['org|P&k~1', 'org|P&k~3']);
});

it('keeps what it has been told when one AU cannot be measured', async () => {
  broken = (auid) => auid.endsWith('2');
  await expect(measureSizes(deps, never)).rejects.toThrow('The repository service returned status 500.');
  expect((await sizes()).map((row) => row[0])).toEqual(['org|P&k~1', 'org|P&k~3']);
  broken = () => false;
  await measureSizes(deps, never);
  expect(await sizes()).toHaveLength(3);
});

it('forgets the size of an AU with the AU, and one that is removed meanwhile is not measured', async () => {
  await measureSizes(deps, never);
  await removeAus(database.kysely, ['org|P&k~1']);
  expect(await sizes()).toHaveLength(2);
  await database.pool.query("update au_size set auid = 'org|P&k~gone' where auid = 'org|P&k~2'");
  const slow = {
    ...deps.repository,
    sizeOfAu: async () => {
      await removeAus(database.kysely, ['org|P&k~2', 'org|P&k~3']);
      return { latestBytes: 1, allVersionsBytes: 1, warcBytes: 1 };
    },
  };
  nowMs += 100_000;
  await measureSizes({ ...deps, repository: slow }, never);
  expect((await sizes()).map((row) => row[0])).toEqual(['org|P&k~gone']);
  expect(await measureSizes(deps, never)).toBe(false);
  expect(asked).not.toContain('org|P&k~gone');
});

it('leaves it to another replica that does it already', async () => {
  let finish: (value?: undefined) => void = () => undefined;
  const waiting = new Promise<void>((resolve) => {
    finish = () => resolve();
  });
  const slow = {
    ...deps.repository,
    sizeOfAu: async () => {
      await waiting;
      return { latestBytes: 1, allVersionsBytes: 1, warcBytes: 1 };
    },
  };
  const first = measureSizes({ ...deps, repository: slow }, never);
  // Selects locks in the current database only, because other tests hold locks in other databases of the server.
  const held = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and datname = current_database()`;
  while ((await database.pool.query(held)).rowCount === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await measureSizes(deps, never)).toBe(false);
  expect(asked).toEqual([]);
  finish();
  await first;
  expect(await sizes()).toHaveLength(3);
});
