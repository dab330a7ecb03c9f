// Starts the node that is attacked, with one user for each role.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporaryFolder, createTestDatabase, formatBasicAuth } from '@holdfast/testkit';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { SIEGE_ROLES, type SiegeAttack, type SiegeTarget } from './attack.ts';

const command = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const password = 'correct: horse, battery';

/** Starts both services. Resolves when they are ready. `stop` stops them. */
export async function startTarget(
  { env }: SiegeAttack,
  say: (words: string) => void,
): Promise<SiegeTarget & { stop(): Promise<void> }> {
  const folder = await createTemporaryFolder();
  const usersFile = await createSiegeUsers(folder);
  const [repositoryDatabase, configDatabase] = [
    (await createTestDatabase()).url,
    (await createTestDatabase()).url,
  ];
  const auditFolder = join(folder, 'audit');
  const shared = { USERS_FILE: usersFile, AUDIT_LOG: auditFolder, LOG_LEVEL: 'warn' };
  const repository = await startRepository({
    databaseUrl: repositoryDatabase,
    objectStore: `fs:${join(folder, 'store')}`,
    env: { ...shared, SPOOL_DIR: join(folder, 'spool'), ...env?.repository },
  });
  const config = await startConfig(configDatabase, password, {
    ...shared,
    REPOSITORY_URL: repository.client.url,
    REPOSITORY_USER: 'accessContentRole',
    REPOSITORY_PASSWORD: password,
    ...env?.config,
  });
  const names = ['admin', ...SIEGE_ROLES] as const;
  const logins = Object.fromEntries(
    names.map((name) => [name, formatBasicAuth(name, password)]),
  ) as SiegeTarget['logins'];
  return {
    repository,
    config,
    repositoryDatabase,
    configDatabase,
    auditFolder,
    logins,
    usersFile,
    say,
    async stop() {
      await config.process.stop();
      await repository.process.stop();
    },
  };
}

/** Writes a users file with one user per role, named after the role. */
async function createSiegeUsers(folder: string): Promise<string> {
  const [file, passwordFile] = [join(folder, 'users.json'), join(folder, 'password')];
  await writeFile(passwordFile, `${password}\n`);
  for (const role of SIEGE_ROLES) {
    const words = ['user', 'add', role, '--role', role, '--file', file, '--password-file', passwordFile];
    await promisify(execFile)(process.execPath, [command, ...words]);
  }
  return file;
}
