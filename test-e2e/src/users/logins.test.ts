// Tests that two services with the same users file notice when one of them changes a user.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createTemporaryFolder,
  createTestDatabase,
  formatBasicAuth,
  writeAdministratorsFile,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';

const password = 'correct: horse, battery';
const env = (file: string) => ({
  USERS_FILE: file,
  SESSION_SECRET: 'one secret for both services',
});
const json = { 'content-type': 'application/json' };
const asAdmin = { authorization: formatBasicAuth('chief', 'first password') };
const names = ['repository-service', 'config-service'] as const;
type Name = (typeof names)[number];

describe('users of both services', () => {
  let file: string;
  const urls = {} as Record<Name, string>;

  beforeAll(async () => {
    const folder = await createTemporaryFolder();
    file = await writeAdministratorsFile(['chief', 'bob']);
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const objectStore = `fs:${join(folder, 'store')}`;
    const [repository, config] = await Promise.all([
      startRepository({ databaseUrl: first.url, objectStore, env: env(file) }),
      startConfig(second.url, password, env(file)),
    ]);
    urls['repository-service'] = repository.client.url;
    urls['config-service'] = config.url;
  });

  async function ask(name: Name, method: string, path: string, body?: unknown, headers: object = asAdmin) {
    const response = await fetch(urls[name] + path, {
      method,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  it('are the same, and a session goes on at both when its password changes', async () => {
    const bob = { name: 'bob', password: 'first password' };
    const lists = await Promise.all(names.map((name) => ask(name, 'GET', '/logins')));
    const [first, second] = lists.map(({ text }) => JSON.parse(text));
    expect(second).toEqual(first);
    expect(first.file).toMatchObject({ path: file, whyFixed: null });
    const own = { 'sec-fetch-site': 'same-origin' };
    const begun = await ask(
      'config-service',
      'POST',
      '/session',
      { name: 'bob', password: bob.password },
      own,
    );
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
    const wanted = { current: bob.password, password: 'second password' };
    const changed = await ask('config-service', 'PUT', '/password', wanted, { ...own, cookie });
    expect(changed.status).toBe(204);
    const renewed = changed.headers.get('set-cookie')!.split(';')[0]!;
    for (const name of names) {
      expect((await ask(name, 'GET', '/logins', undefined, { cookie: renewed })).status).toBe(200);
      expect((await ask(name, 'GET', '/logins', undefined, { cookie })).status).toBe(401);
    }
    const asBob = { authorization: formatBasicAuth('bob', wanted.password) };
    const again = { current: wanted.password, password: 'third password' };
    expect((await ask('repository-service', 'PUT', '/password', again, asBob)).status).toBe(204);
    expect(await readFile(file, 'utf8')).not.toMatch(/first password|second password/);
  });

  it.each(names)('%s tells its settings, and no secret', async (name) => {
    const { status, text } = await ask(name, 'GET', '/settings');
    expect(status).toBe(200);
    const settings: { name: string; value: string | null; from: string; isSecret: boolean }[] =
      JSON.parse(text);
    const byName = new Map(settings.map((setting) => [setting.name, setting]));
    expect(byName.get('ADMIN_PASSWORD')).toMatchObject({ value: null, isSecret: true, from: 'environment' });
    // The service reports the configured value, which its workers divide among themselves.
    expect(byName.get('DATABASE_POOL')).toMatchObject({ value: '10', from: 'default' });
    expect(byName.get('USERS_FILE')).toMatchObject({ value: file, from: 'environment' });
    expect(byName.has('SEGMENT_SIZE')).toBe(name === 'repository-service');
    expect(text).not.toMatch(/correct: horse|one secret for both/);
  });
});
