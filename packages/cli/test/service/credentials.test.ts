import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CliEnvironment } from '../../src/env.ts';
import { findCredentials, resolveLocalhost } from '../../src/service/credentials.ts';

describe('who is asking', () => {
  let folder: string;
  let environment: CliEnvironment;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-credentials-'));
    writeFileSync(join(folder, 'admin-password'), 'kept\n');
    writeFileSync(join(folder, 'given'), 'given: with a colon\r\n');
    environment = {
      url: undefined,
      user: undefined,
      password: undefined,
      passwordFile: undefined,
      local: {
        port: '24610',
        configPort: '24620',
        dataFolder: folder,
        running: {
          urls: {
            'repository-service': 'http://127.0.0.1:25400',
            'config-service': 'http://127.0.0.1:25401',
          },
          login: { user: 'admin', passwordFile: join(folder, 'admin-password') },
        },
      },
    };
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const local = new URL('http://127.0.0.1:25400/');
  const remote = new URL('https://archive.example.org/');

  /** Expected error message when the command is not run at a terminal. */
  const refusal = (changes: Partial<CliEnvironment['local']>, url: URL, user?: string): Promise<string> =>
    findCredentials(
      undefined,
      { ...environment, local: { ...environment.local, ...changes } },
      user === undefined ? {} : { user },
      url,
    ).then(
      () => 'it was known',
      (error: UsageError) => error.message,
    );

  it('is known from the data folder for the services that run on it', async () => {
    for (const url of [local, new URL('http://127.0.0.1:25401')]) {
      expect(await findCredentials(undefined, environment, {}, url)).toEqual({
        user: 'admin',
        password: 'kept',
      });
    }
    const running = {
      ...environment.local.running!,
      login: { user: 'root', passwordFile: join(folder, 'given') },
    };
    const other = { ...environment, local: { ...environment.local, running } };
    expect(await findCredentials(undefined, other, {}, local)).toEqual({
      user: 'root',
      password: 'given: with a colon',
    });
  });

  it('is the administrator in the settings of a service, but only for the addresses in these settings', async () => {
    const set = {
      ...environment,
      settingsLogin: {
        user: 'root',
        password: undefined,
        passwordFile: join(folder, 'given'),
        urls: ['http://repository-service:24610', 'http://127.0.0.1:24620'],
      },
    };
    for (const url of ['http://repository-service:24610', 'http://127.0.0.1:24620']) {
      expect(await findCredentials(undefined, set, {}, new URL(url))).toEqual({
        user: 'root',
        password: 'given: with a colon',
      });
      await expect(findCredentials(undefined, set, { user: 'alice' }, new URL(url))).rejects.toThrow('alice');
    }
    await expect(findCredentials(undefined, set, {}, remote)).rejects.toThrow('admin');
    expect(await findCredentials(undefined, set, {}, local)).toMatchObject({ password: 'kept' });
  });

  it('goes to the address where the service of this clone listens, not to what else has that name', () => {
    const by = (url: string) => resolveLocalhost(environment.local, new URL(url)).href;
    expect(by('http://localhost:25400')).toBe('http://127.0.0.1:25400/');
    expect(by('http://localhost:24610')).toBe('http://localhost:24610/');
  });

  it.each(['http://127.0.0.1:24610/', 'http://192.0.2.1:25400/', 'https://archive.example.org/'])(
    'is not told to another address: %s',
    async (url) => {
      expect(await refusal({}, new URL(url))).toBe(
        `There is no password for admin. Use --password-file FILE, or set HOLDFAST_PASSWORD.
The password in ${folder}/admin-password was not used: it belongs to the services of ${folder} (http://127.0.0.1:25400 and http://127.0.0.1:25401), not to ${new URL(url).origin}.`,
      );
    },
  );

  it('is told to nobody while nothing runs on the data folder, whoever listens there', async () => {
    expect(await refusal({ running: undefined }, new URL('http://127.0.0.1:24610/'))).toContain(
      `The password in ${folder}/admin-password was not used: 'npm start' is not running with the data folder ${folder}`,
    );
  });

  it('is not another user with the administrator’s password', async () => {
    expect(await refusal({}, local, 'other')).toContain('was not used: it is the password of admin.');
  });

  it('is not a kept one when another was given, nor one that cannot be read', async () => {
    const { urls } = environment.local.running!;
    expect(await refusal({ running: { urls, login: { user: 'admin' } } }, local)).toContain('ADMIN_PASSWORD');
    const passwordFile = join(folder, 'gone');
    expect(await refusal({ running: { urls, login: { user: 'admin', passwordFile } } }, local)).toContain(
      `The password in ${passwordFile} was not used: it cannot be read (ENOENT).`,
    );
  });

  it('is first what was typed, then what was set', async () => {
    const passwordFile = join(folder, 'given');
    const set = { ...environment, user: 'set', password: 'set too' };
    expect(await findCredentials(undefined, set, {}, remote)).toEqual({ user: 'set', password: 'set too' });
    expect(await findCredentials(undefined, set, { user: 'typed', passwordFile }, local)).toEqual({
      user: 'typed',
      password: 'given: with a colon',
    });
    const inFile = { ...environment, passwordFile };
    expect(await findCredentials(undefined, inFile, {}, remote)).toMatchObject({
      password: 'given: with a colon',
    });
  });

  it('is asked for when there is somebody to ask', async () => {
    const asked: string[] = [];
    const ask = async (prompt: string) => {
      asked.push(prompt);
      return 'typed';
    };
    expect(await findCredentials(ask, environment, {}, remote)).toEqual({ user: 'admin', password: 'typed' });
    expect(asked).toEqual(['Password of admin at https://archive.example.org: ']);
  });

  it('says which file cannot be read', async () => {
    const passwordFile = join(folder, 'missing');
    await expect(findCredentials(undefined, environment, { passwordFile }, local)).rejects.toThrow(
      `The file of --password-file, ${passwordFile}, cannot be read (ENOENT).`,
    );
  });

  it('has no colon in the name', async () => {
    await expect(findCredentials(undefined, environment, { user: 'a:b' }, local)).rejects.toThrow(UsageError);
  });
});
