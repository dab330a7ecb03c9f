// Covers: packages/migrate-laaws packages/cli-kit packages/cli/src/aus packages/cli/src/export docs/runbooks/come-over.md
// Follows the runbook on migration from LOCKSS line by line. The old node has files, services, AUs and accounts, and is
// still being written to. It is migrated to a node of `npm start`; changes made there later are exported back.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createTemporaryFolder,
  createTestDatabase,
  makeResponseRecord,
  TestRepositoryClient,
} from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { compareArtifacts } from '../migrate/compare.ts';
import { makeStore } from '../migrate/made-store.ts';
import { type MigrationRunReport, runMigrationToEnd } from '../migrate/run-migration.ts';
import { type Installation, prepareInstallation, runNpmStart } from '../readme/installation.ts';
import { createTestConfigClient } from '../support/config-client.ts';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { extractBlocks, runRunbookCommand } from './runbook.ts';

const LAAWS = { COMPATIBILITY: 'laaws' };
const password = 'correct: horse, battery';
const auidOf = (handle: string) => `org|lockss|plugin|NamedPlugin&handle~${handle}`;
/** A date after any cut-over. */
const LATER = '2099-01-01T00:00:00Z';
const peer = 'TCP:[192.0.2.7]:9729';

/**
 * Starts the old LOCKSS node: a store on disk, a repository service with the same artifacts, and a configuration
 * service.
 */
async function startOldNode() {
  const [store, work] = [await createTemporaryFolder(), await createTemporaryFolder()];
  const made = makeStore({ folder: store, aus: 3, artifactsOfAu: 40, payloadBytes: 2_000 });
  const server = await startRepository({
    ...{
      databaseUrl: (await createTestDatabase()).url,
      objectStore: `fs:${await createTemporaryFolder()}`,
      env: LAAWS,
    },
  });
  await runMigrationToEnd({ server, work, words: [store, '--quiet'] });
  const { url } = await startConfig((await createTestDatabase()).url, password, LAAWS);
  const config = createTestConfigClient(url, password);
  for (const handle of ['one', 'two']) {
    const auid = auidOf(handle);
    await config.putAuConfiguration({ auid, body: { auId: auid, auConfig: { handle } } });
    await config.patchAuState({ auid, body: { auCreationTime: 5, lastCrawlTime: 7 } });
    await config.putNoAuPeers({ auid, body: { rawSet: [peer], date: 1 } });
  }
  const body = { configFile: 'org.example.kept = true\n' };
  await config.putSectionConfiguration({ sectionName: 'expert', body });
  await config.postUsers({ body: [{ userName: 'alice', roles: 'accessContentRole' }] });
  return { store, made, server, config, configUrl: url };
}

async function openClients({ dataFolder, repositoryPort, configPort }: Installation) {
  const word = (await readFile(join(dataFolder, 'admin-password'), 'utf8')).trim();
  const client = new TestRepositoryClient(`http://127.0.0.1:${repositoryPort}`, {
    user: 'admin',
    password: word,
  });
  return { client, config: createTestConfigClient(`http://127.0.0.1:${configPort}`, word) };
}

it('is followed line by line, there and back', async () => {
  const [room, content, fromService, state, look, last, compare, switched, fixity, back] = extractBlocks(
    'come-over.md',
  ).map(({ commands }) => commands);
  expect(extractBlocks('come-over.md')).toHaveLength(10);
  const data = join(await createTemporaryFolder(), 'data');
  const installation = await prepareInstallation(data, { settings: LAAWS });
  const [old, running] = await Promise.all([startOldNode(), runNpmStart(installation)]);
  const { client, config } = await openClients(installation);
  const work = await createTemporaryFolder();
  await writeFile(join(work, 'node-password'), password);
  const env = {
    ...{ DATA_DIR: data, XDG_STATE_HOME: join(work, 'state'), WORK: work, STORE: old.store },
    ...{ NODE: old.server.client.url, NODE_CONFIG: old.configUrl, NODE_USER: 'admin' },
  };
  const follow = async (commands: readonly string[] = []) => {
    const said: string[] = [];
    for (const command of commands) said.push(await runRunbookCommand(command, env));
    return said;
  };
  const reportIn = async (name: string) =>
    JSON.parse(await readFile(join(work, name), 'utf8')) as MigrationRunReport;

  const [, storage] = await follow(room);
  expect(JSON.parse(storage!)).toMatchObject({ usedKB: expect.anything() });
  const [said] = await follow(content);
  expect(said).toMatch(/^3 of 3 AUs equal on both sides\.$/m);
  await compareArtifacts(client, old.made, 1);
  const [again] = await follow(fromService);
  expect(again).toMatch(/^0 artifacts stored by this run; 0 sent/m);
  const [took] = await follow(state);
  expect(took).toMatch(/^2 AUs added, 0 changed, 0 unchanged\.$/m);
  await follow(look);
  expect(await readFile(join(work, 'aus.txt'), 'utf8')).toContain(auidOf('two'));
  expect(await readFile(join(work, 'settings.txt'), 'utf8')).toContain('org.example.kept');

  // Changes the old node, which is not stopped yet.
  await old.config.patchAuState({ auid: auidOf('two'), body: { lastCrawlTime: 8 } });
  const [, changed] = await follow(last);
  expect(changed).toMatch(/^0 AUs added, 1 changed, 1 unchanged\.$/m);
  expect(await config.getAuState({ auid: auidOf('two') })).toMatchObject({ lastCrawlTime: 8 });
  const [read, listed, unchanged] = await follow(compare);
  for (const words of [read, listed]) expect(words).toMatch(/^3 of 3 AUs equal on both sides\.$/m);
  expect(unchanged).toMatch(/^0 AUs added, 0 changed, 2 unchanged\.$/m);
  const { totals } = await reportIn('compared.json');
  expect(totals).toMatchObject({ same: 3, problems: 0, source: { artifacts: old.made.artifacts.length } });
  await follow(switched);
  await follow(fixity);

  // Changes the new node after the cut-over. These changes are later exported back to the old node.
  const auid = auidOf('three');
  await config.putAuConfiguration({ auid, body: { auId: auid, auConfig: { handle: 'three' } } });
  await config.patchAuState({ auid, body: { lastCrawlTime: 9 } });
  await config.putNoAuPeers({ auid, body: { rawSet: [peer], date: 1 } });
  const capture = (i: number) =>
    makeResponseRecord(`http://www.example.org/late/${i}`, Buffer.from(`late ${i}`), LATER);
  const archive = Buffer.concat([0, 1, 2, 3, 4].map(capture));
  await client.importArchive(archive, { auid, namespace: 'lockss' });
  await follow(back);
  const here = await client.artifacts(auid, { namespace: 'lockss' });
  const there = await old.server.client.artifacts(auid, { namespace: 'lockss' });
  const payloads = (found: typeof here) => found.map(({ uri, contentDigest }) => [uri, contentDigest]);
  expect(here).toHaveLength(5);
  expect(payloads(there)).toEqual(payloads(here));
  expect(await old.config.getAuState({ auid })).toMatchObject({ lastCrawlTime: 9 });
  expect(await old.config.getNoAuPeers({ auid })).toMatchObject({ rawSet: [peer] });
  expect(await readFile(join(work, 'au.txt'), 'utf8')).toContain('NamedPlugin.handle~three.handle=three\n');
  await running.stop();
  await old.server.process.stop();
}, 300_000);
