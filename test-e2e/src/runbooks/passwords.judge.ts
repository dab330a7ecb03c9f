// Covers: docs/runbooks services packages scripts
// Runs the commands of three runbooks unchanged: installation, scaling and password rotation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder, createTestDatabase, makeWarc } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';
import { extractBlockCommands, runRunbookCommand } from './runbook.ts';

it('installs: an image as a folder, and secrets', async () => {
  const env = { WORK: await createTemporaryFolder() };
  const said: string[] = [];
  for (const command of extractBlockCommands('install.md', 'sh'))
    said.push(await runRunbookCommand(command, env));
  expect(said.join('\n')).toMatch(/^node_modules$/m);
  expect(said.join('\n')).toMatch(/holdfast keep rebuild/);
  expect(said.at(-1)).toMatch(/^database-url$/m);
}, 120_000);

it('changes the user of PostgreSQL under a service that goes on', async () => {
  const { url, name } = await createTestDatabase();
  const owner = `owner_${name}`;
  const env = {
    SUPERUSER_URL: url,
    OWNER: owner,
    NEW_USER: `new_${name}`,
    NEW_PASSWORD: 'new word',
    WORK: '',
  };
  env.WORK = await createTemporaryFolder();
  await runRunbookCommand(
    `psql "$SUPERUSER_URL" -c "create role ${owner} login password 'old'" -c "alter database ${name} owner to ${owner}"`,
    env,
  );
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const old = await startRepository({ databaseUrl: addCredentials(url, owner, 'old'), objectStore });
  await old.client.importArchive(makeWarc(5, 100).bytes, { auid: 'a' });

  const [users, [memberOf = '', actsAs = '', nologin = '']] = separateCommands(
    extractBlockCommands('rotate-passwords.md', 'sh'),
  );
  for (const command of users) await runRunbookCommand(command, env);
  expect(readFileSync(join(env.WORK, 'users.json'), 'utf8')).toContain('alice');
  await runRunbookCommand(memberOf, env);
  await runRunbookCommand(actsAs, env);
  const renewed = await startRepository({
    databaseUrl: addCredentials(url, env.NEW_USER, env.NEW_PASSWORD),
    objectStore,
  });
  await renewed.client.importArchive(makeWarc(5, 200).bytes, { auid: 'b' });
  expect(await old.client.artifacts('b')).toHaveLength(5);
  await old.process.stop();
  await runRunbookCommand(nologin, env);
  expect(await renewed.client.artifacts('a')).toHaveLength(5);
  await renewed.process.stop();

  const scale = extractBlockCommands('scale.md', 'sh');
  expect(await runRunbookCommand(scale.join('\n'), { DATABASE_URL: url })).toContain('application_name');
}, 120_000);

/** Separates the commands that manage users of the services from those that manage PostgreSQL users. */
function separateCommands(commands: string[]): [string[], string[]] {
  const ofPostgres = commands.filter((command) => command.startsWith('psql'));
  return [commands.filter((command) => !ofPostgres.includes(command)), ofPostgres];
}

function addCredentials(url: string, user: string, password: string): string {
  const other = new URL(url);
  other.username = user;
  other.password = password;
  return other.href;
}
