import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CliEnvironment } from '../../src/env.ts';
import { credentials } from '../../src/service/credentials.ts';
import { UsageError } from '../../src/terminal/usage-error.ts';

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
      local: { port: '24610', adminUser: 'admin', passwordFile: join(folder, 'admin-password') },
    };
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const local = new URL('http://127.0.0.1:24610/');
  const remote = new URL('https://archive.example.org/');

  it('is known from the data folder when the service runs here', async () => {
    expect(await credentials(undefined, environment, {}, local)).toEqual({ user: 'admin', password: 'kept' });
    const byName = new URL('http://localhost:24610/');
    expect(await credentials(undefined, environment, {}, byName)).toEqual({
      user: 'admin',
      password: 'kept',
    });
  });

  it.each(['http://127.0.0.1:8080/', 'http://192.0.2.1:24610/', 'https://archive.example.org/'])(
    'is not told to another address: %s',
    async (url) => {
      await expect(credentials(undefined, environment, {}, new URL(url))).rejects.toThrow(UsageError);
    },
  );

  it('is not another user with the administrator’s password', async () => {
    await expect(credentials(undefined, environment, { user: 'other' }, local)).rejects.toThrow(UsageError);
  });

  it('is first what was typed, then what was set', async () => {
    const passwordFile = join(folder, 'given');
    const set = { ...environment, user: 'set', password: 'set too' };
    expect(await credentials(undefined, set, {}, remote)).toEqual({ user: 'set', password: 'set too' });
    expect(await credentials(undefined, set, { user: 'typed', passwordFile }, local)).toEqual({
      user: 'typed',
      password: 'given: with a colon',
    });
    const inFile = { ...environment, passwordFile };
    expect(await credentials(undefined, inFile, {}, remote)).toMatchObject({
      password: 'given: with a colon',
    });
  });

  it('is asked for when there is somebody to ask', async () => {
    const asked: string[] = [];
    const ask = async (prompt: string) => {
      asked.push(prompt);
      return 'typed';
    };
    expect(await credentials(ask, environment, {}, remote)).toEqual({ user: 'admin', password: 'typed' });
    expect(asked).toEqual(['Password of admin at https://archive.example.org: ']);
  });

  it('says which file cannot be read', async () => {
    const passwordFile = join(folder, 'missing');
    await expect(credentials(undefined, environment, { passwordFile }, local)).rejects.toThrow(
      `The file of --password-file, ${passwordFile}, cannot be read (ENOENT).`,
    );
  });

  it('has no colon in the name', async () => {
    await expect(credentials(undefined, environment, { user: 'a:b' }, local)).rejects.toThrow(UsageError);
  });
});
