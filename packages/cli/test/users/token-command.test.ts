import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUsers, TOKEN_USER } from '@holdfast/accounts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandRun, runInProcess } from '../import/import-service.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-tokens-'));
  file = join(folder, 'users.json');
  const words = ['user', 'add', 'crawler', '--role', 'contentAdminRole', '--file', file];
  await runInProcess(words, { input: Buffer.from('pass: word\n') });
});
afterEach(() => rm(folder, { recursive: true }));

const token = (...words: string[]): Promise<CommandRun> =>
  runInProcess(['token', ...words, '--file', file], { input: Buffer.alloc(0) });
const add = (...words: string[]) => token('add', 'nightly', '--owner', 'crawler', ...words);
const login = async (secret: string) =>
  (await createUsers({ file })).verify(TOKEN_USER, secret, { client: 'x' });

describe('holdfast token', () => {
  it('creates a token, prints it once, and stores only its hash', async () => {
    const added = await add('--role', 'contentAdminRole', '--namespace', 'one', '--days', '7');
    expect(added.exitCode).toBe(0);
    expect(added.output).toMatch(/^hft_[A-Za-z0-9_-]{43}\n$/);
    const secret = added.output.trim();
    expect(added.errorOutput).toContain('it is not shown again');
    expect(await readFile(file, 'utf8')).not.toContain(secret.slice(4));
    const user = { name: 'crawler', roles: ['contentAdminRole'], token: { namespaces: ['one'] } };
    expect(await login(secret)).toMatchObject({ outcome: 'ok', user });
    const listed = await token('list');
    expect(listed.output).toMatch(
      /^[0-9a-f]{12}\tcrawler\tnightly\tcontentAdminRole\tin one\tuntil \d{4}-\d\d-\d\d\n$/,
    );
  });

  it('revokes a token, and a removed user has none', async () => {
    const first = (await add('--role', 'accessContentRole')).output.trim();
    const id = (await token('list')).output.slice(0, 12);
    expect(await token('revoke', id)).toMatchObject({ exitCode: 0 });
    expect(await login(first)).toEqual({ outcome: 'wrong' });
    expect(await token('revoke', id)).toMatchObject({ exitCode: 2 });
    const second = (await add('--role', 'accessContentRole')).output.trim();
    await runInProcess(['user', 'remove', 'crawler', '--file', file], { input: Buffer.alloc(0) });
    expect(await login(second)).toEqual({ outcome: 'wrong' });
    expect((await token('list')).output).toBe('');
  });

  it.each([
    [
      'a role that the owner does not have',
      ['--role', 'userAdminRole'],
      /does not have the role userAdminRole/,
    ],
    ['no role', [], /Specify at least one --role/],
    ['an unknown role', ['--role', 'king'], /Unknown role king/],
    [
      'a strange namespace',
      ['--role', 'accessContentRole', '--namespace', '../x'],
      /is not a valid namespace name/,
    ],
    [
      'a strange time',
      ['--role', 'accessContentRole', '--days', '0'],
      /--days must be a number from 1 to 3650/,
    ],
  ])('refuses %s', async (_what, words, message) => {
    const refused = await add(...words);
    expect(refused).toMatchObject({ exitCode: 2, output: '' });
    expect(refused.errorOutput).toMatch(message);
  });

  it('refuses an unknown owner, and two tokens of one name', async () => {
    expect(await token('add', 'x', '--owner', 'nobody', '--role', 'accessContentRole')).toMatchObject({
      exitCode: 2,
    });
    await add('--role', 'accessContentRole');
    expect((await add('--role', 'accessContentRole')).errorOutput).toMatch(/already has a token nightly/);
  });

  it('knows the administrator of the settings, who is in no file', async () => {
    const added = await token('add', 'x', '--owner', 'admin', '--role', 'userAdminRole');
    expect(added).toMatchObject({ exitCode: 0 });
  });
});
