import { chown, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUsers, hashPassword } from '@holdfast/accounts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandRun, runInProcess } from '../import/import-service.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-users-'));
  file = join(folder, 'users.json');
});
afterEach(() => rm(folder, { recursive: true }));

const typed = (password: string) => ({ input: Buffer.from(password) });
const add = (name: string, ...rest: string[]): Promise<CommandRun> =>
  runInProcess(
    ['user', 'add', name, '--role', 'accessContentRole', '--file', file, ...rest],
    typed('pass: word\n'),
  );
const loginOf = async (name: string, password: string) =>
  (await createUsers({ file })).verify(name, password, { client: 'x' });

describe('holdfast user add', () => {
  it('makes a file in which the user can log in, for its owner alone', async () => {
    const added = await add('reader', '--role', 'auAdminRole', '--role', 'auAdminRole');
    expect(added).toMatchObject({ exitCode: 0, errorOutput: '' });
    expect(added.output).toMatch(/^reader was added/);
    // No running node reads the file.
    expect(added.output).not.toContain('applies the change');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const user = { name: 'reader', roles: ['accessContentRole', 'auAdminRole'] };
    expect(await loginOf('reader', 'pass: word')).toMatchObject({ outcome: 'ok', user });
    expect(await loginOf('reader', 'pass: word\n')).toEqual({ outcome: 'wrong' });
    expect(await readFile(file, 'utf8')).not.toContain('pass: word');
  });

  it('leaves the file to whom it belongs, also when root changes it', async () => {
    await add('reader');
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await chown(file, 10_001, 10_002);
    const { uid, gid } = await stat(file);
    await add('writer');
    expect(await stat(file)).toMatchObject(isRoot ? { uid: 10_001, gid: 10_002 } : { uid, gid });
    expect(await readFile(file, 'utf8')).toContain('writer');
  });

  it('takes the password from a file', async () => {
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, 'ünïcodë!\r\n');
    await add('reader', '--password-file', passwordFile);
    expect(await loginOf('reader', 'ünïcodë!')).toMatchObject({ outcome: 'ok' });
  });

  it('refuses a user that is there, however its name is composed, unless it is to be replaced', async () => {
    await add('\u00e9');
    const before = await readFile(file, 'utf8');
    const again = await add('e\u0301');
    expect(again).toMatchObject({ exitCode: 2, output: '' });
    expect(again.errorOutput).toContain('already exists. Use --replace to change it.');
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await add('e\u0301', '--replace')).output).toContain('was changed');
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(1);
    expect(await readFile(file, 'utf8')).not.toBe(before);
  });

  it('stores a name in full width as the plain one, and changes one that is there already as it is', async () => {
    expect((await add('\uff21nna')).output).toMatch(/^Anna was added/);
    expect((await add('\uff21nna')).errorOutput).toContain('already');
    const users = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify([{ ...users[0], name: 'old one ' }]));
    expect((await add('old one ', '--replace')).output).toContain('was changed');
    expect(await loginOf('old one ', 'pass: word')).toMatchObject({ outcome: 'ok' });
  });

  it('leaves everything else in the file as it was, and a link a link', async () => {
    const other = {
      name: 'other',
      password: await hashPassword('x', { logN: 4, r: 8, p: 1 }),
      roles: ['auAdminRole'],
      note: 1,
    };
    const target = join(folder, 'target.json');
    await writeFile(target, JSON.stringify({ comment: 'kept', users: [other] }), { mode: 0o644 });
    await symlink(target, file);
    await add('reader');
    expect(JSON.parse(await readFile(target, 'utf8'))).toEqual({
      comment: 'kept',
      users: [
        other,
        { name: 'reader', password: expect.stringMatching(/^\$scrypt\$/), roles: ['accessContentRole'] },
      ],
    });
    expect((await stat(target)).mode & 0o777).toBe(0o600);
  });

  it.each([
    [
      'a role there is not',
      ['a', '--role', 'adminRole'],
      'Unknown role adminRole. The roles are accessContentRole,',
    ],
    ['no role', ['a'], 'Specify at least one --role'],
    ['a name with a colon', ['a:b', '--role', 'userAdminRole'], 'no colon'],
    ['a name with a space at its end', ['a ', '--role', 'userAdminRole'], 'begins or ends with a space'],
    ['a name with a zero-width character', ['a\u200b', '--role', 'userAdminRole'], 'U+200B'],
    ['a name with a line end', ['a\nb', '--role', 'userAdminRole'], 'no control characters'],
    [
      'a password file that is not there',
      ['a', '--role', 'userAdminRole', '--password-file', '/none'],
      'ENOENT',
    ],
  ])('refuses %s, and writes nothing', async (_what, words, sentence) => {
    const ran = await runInProcess(['user', 'add', ...words, '--file', file], typed('x'));
    expect(ran).toMatchObject({ exitCode: 2, output: '' });
    expect(ran.errorOutput).toContain(sentence);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['an empty password', '\n'],
    ['one of seven characters', 'seven c\n'],
    ['one of two lines', 'a line\nanother\n'],
    ['one of 1,025 characters', 'x'.repeat(1_025)],
    ['an endless one', 'x'.repeat(10_000)],
  ])('refuses %s', async (_what, password) => {
    const words = ['user', 'add', 'a', '--role', 'userAdminRole', '--file', file];
    expect(await runInProcess(words, typed(password))).toMatchObject({ exitCode: 2, output: '' });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('touches no file that the service could not use, nor one in a folder that is not there', async () => {
    await writeFile(file, '{"users": {}}');
    expect((await add('reader')).errorOutput).toContain('must contain an array of users');
    expect(await readFile(file, 'utf8')).toBe('{"users": {}}');
    file = join(folder, 'none', 'users.json');
    expect((await add('reader')).errorOutput).toContain('cannot be written (ENOENT)');
  });
});

describe('the other commands', () => {
  it('list and remove users', async () => {
    await add('one');
    await add('two', '--role', 'userAdminRole');
    const list = () => runInProcess(['user', 'list', '--file', file]);
    expect((await list()).output).toBe('one\taccessContentRole\ntwo\taccessContentRole userAdminRole\n');
    expect((await runInProcess(['user', 'remove', 'one', '--file', file])).output).toContain(
      'one was removed',
    );
    expect((await list()).output).toMatch(/^two\t[^\n]*\n$/);
    expect(await runInProcess(['user', 'remove', 'one', '--file', file])).toMatchObject({
      exitCode: 2,
      errorOutput: `There is no user one in ${file}.\n`,
    });
    expect(await loginOf('one', 'pass: word')).toEqual({ outcome: 'wrong' });
  });

  it('hash a password, each time differently, as the service takes it', async () => {
    const hashes = await Promise.all(
      [1, 2].map(() =>
        runInProcess(['user', 'hash'], { ...typed('password'), environment: { hash: undefined } }),
      ),
    );
    expect(hashes[0]!.output).not.toBe(hashes[1]!.output);
    const password = hashes[0]!.output.trim();
    await writeFile(file, JSON.stringify([{ name: 'a', password, roles: [] }]));
    expect(await loginOf('a', 'password')).toMatchObject({ outcome: 'ok' });
  });

  it('say plainly when the file is not there', async () => {
    expect(await runInProcess(['user', 'list', '--file', file])).toMatchObject({
      exitCode: 2,
      errorOutput: `${file} does not exist.\n`,
    });
  });
});

describe('holdfast user disable, enable and end-sessions', () => {
  const run = (...words: string[]) => runInProcess(['user', ...words, '--file', file]);
  const stampOf = async (name: string) => (await (await createUsers({ file })).find(name))?.stamp;

  it('stop a user of the file, and do not revive old sessions', async () => {
    await add('one');
    const before = await stampOf('one');
    expect((await run('disable', 'one')).output).toMatch(/^Disabled one in /);
    expect(await loginOf('one', 'pass: word')).toEqual({ outcome: 'wrong' });
    expect((await run('list')).output).toBe('one\taccessContentRole\t(disabled)\n');
    expect((await run('enable', 'one')).output).toMatch(/^Enabled one in /);
    expect(await loginOf('one', 'pass: word')).toMatchObject({ outcome: 'ok' });
    const enabled = await stampOf('one');
    expect(enabled).not.toBe(before);
    expect((await run('end-sessions', 'one')).output).toMatch(/^Ended all sessions of one in /);
    expect(await stampOf('one')).not.toBe(enabled);
    expect(await loginOf('one', 'pass: word')).toMatchObject({ outcome: 'ok' });
  });

  it('stop a user of the provider, whom only the subject names', async () => {
    await add('one');
    const stamps = [await stampOf('oidc:4f2e')];
    expect(await run('end-sessions', '--subject', '4f2e')).toMatchObject({ exitCode: 0, errorOutput: '' });
    stamps.push(await stampOf('oidc:4f2e'));
    expect((await run('list')).output).toBe('one\taccessContentRole\n--subject 4f2e\n');
    expect((await run('disable', '--subject', '4f2e')).output).toContain('the user with the subject 4f2e');
    expect(await stampOf('oidc:4f2e')).toBeUndefined();
    expect((await run('list')).output).toContain('--subject 4f2e\t(disabled)\n');
    expect(await run('enable', '--subject', '4f2e')).toMatchObject({ exitCode: 0 });
    stamps.push(await stampOf('oidc:4f2e'));
    expect(new Set(stamps)).toHaveProperty('size', 3);
    expect(stamps).not.toContain(undefined);
    expect(JSON.parse(await readFile(file, 'utf8')).oidcUsers).toEqual([
      { subject: '4f2e', sessionMark: expect.any(String) },
    ]);
    expect(await loginOf('one', 'pass: word')).toMatchObject({ outcome: 'ok' });
  });

  it.each([
    ['an unknown user', ['disable', 'two'], 'There is no user two in'],
    ['the name of a user of the provider', ['disable', 'oidc:two'], 'with --subject'],
    ['to enable a subject without an entry', ['enable', '--subject', 'two'], 'no entry with the subject two'],
    ['an empty subject', ['disable', '--subject', ''], '1 to 255 characters'],
  ])('refuse %s, and change nothing', async (_what, words, sentence) => {
    await add('one');
    const before = await readFile(file, 'utf8');
    const ran = await run(...words);
    expect(ran).toMatchObject({ exitCode: 2, output: '' });
    expect(ran.errorOutput).toContain(sentence);
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
