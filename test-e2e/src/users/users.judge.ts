// Covers: services packages
// Creates, changes and removes users with the CLI, while a service runs with the same users file.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporaryFolder, createTestDatabase, formatBasicAuth } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
let folder: string;
let readBefore = 0;
let file: string;
let server: RepositoryServer;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  file = join(folder, 'users.json');
  await runUserCommand('first password', 'add', 'reader', '--role', 'accessContentRole');
  const { url: databaseUrl } = await createTestDatabase();
  const objectStore = `fs:${join(folder, 'store')}`;
  server = await startRepository({ databaseUrl, objectStore, env: { USERS_FILE: file } });
});

describe('a service that runs', () => {
  it('knows the users of its file', async () => {
    expect(await statusFor('reader', 'first password')).toBe(200);
    expect(await statusFor('writer', 'second password')).toBe(401);
  });

  it('lets in who is added meanwhile, to what the roles allow', async () => {
    await runUserCommand('second password', 'add', 'writer', '--role', 'contentAdminRole');
    await waitUntilReread();
    expect(await statusFor('writer', 'second password')).toBe(200);
    const bulk = { method: 'POST', headers: { authorization: formatBasicAuth('writer', 'second password') } };
    expect((await fetch(`${server.client.url}/aus/a/bulk`, bulk)).status).toBe(403);
  });

  it('forgets the password before, and who was removed', async () => {
    await runUserCommand('third password', 'add', 'writer', '--role', 'contentAdminRole', '--replace');
    await waitUntilReread();
    expect(await statusFor('writer', 'third password')).toBe(200);
    expect(await statusFor('writer', 'second password')).toBe(401);
    await runUserCommand(undefined, 'remove', 'reader');
    await waitUntilReread();
    expect(await statusFor('reader', 'first password')).toBe(401);
  });
});

async function runUserCommand(password: string | undefined, ...words: string[]): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${password}\n`);
  const options = ['--file', file, ...(password === undefined ? [] : ['--password-file', passwordFile])];
  await promisify(execFile)(process.execPath, [program, 'user', ...words, ...options]);
}

async function statusFor(user: string, password: string): Promise<number> {
  const response = await fetch(`${server.client.url}/namespaces`, {
    headers: { authorization: formatBasicAuth(user, password) },
  });
  await response.body?.cancel();
  return response.status;
}

/**
 * Logs in as the administrator until the service has reread the users file. A login makes the service check the file,
 * at most every two seconds. These logins are cheap, because the administrator's password is already verified.
 */
async function waitUntilReread(): Promise<void> {
  const timesRead = () => server.process.output().split('the users file was read again').length - 1;
  readBefore += 1;
  while (timesRead() < readBefore) {
    await server.client.json('/namespaces');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
