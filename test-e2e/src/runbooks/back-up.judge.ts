// Covers: docs/runbooks services packages scripts
// Follows the runbook on backups: backs up a busy node of `npm start`, destroys it, and restores it elsewhere.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createTemporaryFolder, makeWarc, TestRepositoryClient } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { type Installation, prepareInstallation, runNpmStart } from '../readme/installation.ts';
import { createTestConfigClient } from '../support/config-client.ts';
import { extractBlockCommands, findRunbookCommand, runRunbookCommand } from './runbook.ts';

it('has everything again, with the old password', async () => {
  const [data, restored] = [
    join(await createTemporaryFolder(), 'data'),
    join(await createTemporaryFolder(), 'restored'),
  ];
  const env = { BACKUP: join(await createTemporaryFolder(), 'backups'), RESTORED: restored, DATA_DIR: data };
  const [backUp = '', backUpAgain = '', check = '', restore = '', fixity = ''] = extractBlockCommands(
    'back-up.md',
    'sh',
  );
  const installation = await prepareInstallation(data, {});
  const running = await runNpmStart(installation);
  const { client, config, password } = await openClients(installation);
  await client.importArchive(makeWarc(40, 2_000).bytes, { auid: 'early' });
  const body = { configFile: 'org.example.kept = true\n' };
  await config.putSectionConfiguration({ sectionName: 'expert', body });
  expect(await runRunbookCommand(backUp, env)).toMatch(/^Backed up: /m);
  await client.importArchive(makeWarc(25, 3_000).bytes, { auid: 'late' });
  const before = [await client.artifacts('early'), await client.artifacts('late')];
  expect(await runRunbookCommand(backUpAgain, env)).toMatch(/copied now: [1-9]/);
  await running.stop();
  await promisify(execFile)('sh', ['-c', 'rm -rf "$(readlink -f "$1/postgres")" "$1"', 'sh', data]);

  expect(await runRunbookCommand(check, env)).toMatch(/^Intact: /m);
  expect(await runRunbookCommand(restore, env)).toMatch(/^Restored: /m);
  await runRunbookCommand(fixity, env);
  const verify = findRunbookCommand('move-a-node.md', './holdfast keep verify');
  await runRunbookCommand(verify, { ...env, DATA_DIR: restored });
  const again = await runNpmStart({
    ...installation,
    dataFolder: restored,
    env: { ...installation.env, DATA_DIR: restored },
  });
  expect((await readFile(join(restored, 'admin-password'), 'utf8')).trim()).toBe(password);
  expect([await client.artifacts('early'), await client.artifacts('late')]).toEqual(before);
  const section = await config.getSectionConfiguration({ sectionName: 'expert' });
  expect(await text(section.body)).toContain('org.example.kept');
  config.close();
  await again.stop();
}, 240_000);

async function openClients({ dataFolder, repositoryPort, configPort }: Installation) {
  const password = (await readFile(join(dataFolder, 'admin-password'), 'utf8')).trim();
  const client = new TestRepositoryClient(`http://127.0.0.1:${repositoryPort}`, { user: 'admin', password });
  return { client, config: createTestConfigClient(`http://127.0.0.1:${configPort}`, password), password };
}
