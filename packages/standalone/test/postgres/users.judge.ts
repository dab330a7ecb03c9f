// Covers: packages/standalone/src
// Runs a node as an ordinary user and as root, in folders that other users can or cannot enter. As root, also runs the
// node from a clone in a folder that other users cannot enter, such as root's home folder.
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cloneTo, runProgram } from './clone-for-tests.ts';

const isRoot = process.getuid?.() === 0;
const plainUser = 65_534;
const asRoot = isRoot ? describe : describe.skip;
if (!isRoot)
  process.stderr.write(
    'NOT RUN: the cases of embedded PostgreSQL under root (these tests do not run as root).\n',
  );

// Program that starts a server, writes rows, restarts the server, kills it, and restarts it again. Prints the values
// that it read, and the messages.
const program = `
  const said = [];
  const start = () => startEmbeddedPostgres({ ...data, log: (sentence) => said.push(sentence) });
  let server = await start();
  await rowsOf(server.url, 'create table kept (n bigint)');
  await rowsOf(server.url, 'insert into kept values (1)');
  await server.stop();
  server = await start();
  await rowsOf(server.url, 'insert into kept values (2)');
  await server.kill();
  server = await start();
  print({ found: await rowsOf(server.url, 'select n from kept order by n'), said });
  await server.stop();`;
const found = [{ n: '1' }, { n: '2' }];

let folder: string;
let clone: string; // shared by all tests and moved between folders
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-users-')));
  await chmod(folder, 0o755);
  clone = await newFolder('clone', 0o755);
  await cloneTo(clone);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('whoever runs the tests', () => {
  it('keeps data over stop and kill, in a folder that is closed to others', async () => {
    await newFolder('mine', 0o700);
    await moveClone('mine/project');
    const data = { folder: join(clone, 'data'), sharedFolder: join(folder, 'shared-mine') };
    const [outcome] = await runProgram({ clone, program, data });
    expect(outcome).toMatchObject({ found });
  });
});

asRoot('root', () => {
  beforeAll(() => moveClone('open'));

  it('lends the server another user id, and says nothing when there is nothing to say', async () => {
    const data = join(folder, 'plain-data');
    const outcome = await runProgram({ clone, program, data: { folder: data } });
    expect(outcome).toEqual([{ found, said: [] }]);
    expect((await stat(join(data, 'postgres', 'data'))).uid).toBeGreaterThan(0);
    expect((await stat(join(data, 'postgres', 'data'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(data, 'postgres', 'connection.json'))).mode & 0o777).toBe(0o600);
  });

  it('opens a folder that only itself is in the way, as mktemp -d makes them, and says so', async () => {
    const data = await newFolder('mktemp', 0o700);
    const [outcome] = await runProgram({ clone, program, data: { folder: data } });
    expect(outcome).toEqual({
      found,
      said: [expect.stringContaining(`Let other users pass through ${data}`)],
    });
    expect((await stat(data)).mode & 0o777).toBe(0o711);
  });

  it('works from a clone under a closed folder: copies the binaries, links to the data, and says so', async () => {
    const home = await newFolder('root-home', 0o700);
    await moveClone('root-home/project');
    const shared = join(folder, 'shared');
    const data = { folder: join(clone, 'data'), sharedFolder: shared };
    const [outcome] = await runProgram({ clone, program, data, umask: 0o077 });
    const link = await readlink(join(clone, 'data', 'postgres'));
    expect(link).toMatch(new RegExp(`^${shared}/postgres-[0-9a-f]{12}$`));
    expect(outcome).toEqual({ found, said: [expect.stringContaining(`The database is kept in ${link}`)] });
    expect(await readdir(shared)).toEqual([
      expect.stringMatching(/^postgres-/),
      expect.stringMatching(/^postgresql-18/),
    ]);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
  });

  it('does not take over, nor delete, the data of a folder of the same name that is gone', async () => {
    const shared = join(folder, 'shared');
    const before = await readlink(join(clone, 'data', 'postgres'));
    await rm(join(clone, 'data'), { recursive: true });
    const data = { folder: join(clone, 'data'), sharedFolder: shared };
    const [outcome] = await runProgram({ clone, program, data });
    expect(outcome).toMatchObject({
      found,
      said: [expect.stringContaining(`${before} holds the database`), expect.anything()],
    });
    expect(await readlink(join(clone, 'data', 'postgres'))).not.toBe(before);
    expect((await lstat(before)).isDirectory()).toBe(true);
  });

  it('refuses a link to data that is gone, in plain words', async () => {
    const link = await readlink(join(clone, 'data', 'postgres'));
    await rm(link, { recursive: true });
    const data = { folder: join(clone, 'data'), sharedFolder: join(folder, 'shared') };
    await expect(runProgram({ clone, program, data })).rejects.toThrow('is a link to a folder that is gone');
  });

  it('does the same as a plain user with the clone in a closed folder of their own', async () => {
    const home = await newFolder('plain-home', 0o700);
    await moveClone('plain-home/project');
    await chown(home, plainUser, plainUser);
    await chown(clone, plainUser, plainUser);
    const data = { folder: join(clone, 'data'), sharedFolder: join(folder, 'shared-unused') };
    const outcome = await runProgram({ clone, program, data, uid: plainUser, umask: 0o077 });
    expect(outcome).toEqual([{ found, said: [] }]);
    expect((await stat(join(clone, 'data', 'postgres', 'data'))).uid).toBe(plainUser);
    // After root has started the server, the original user still owns the data.
    await expect(runProgram({ clone, program: again, data })).resolves.toEqual([found]);
    expect((await stat(join(clone, 'data', 'postgres', 'data', 'base'))).uid).toBe(plainUser);
  });

  it('tells a user without a name in /etc/passwd what is missing', async () => {
    await moveClone('open-again');
    const data = await newFolder('nameless', 0o700);
    await chown(data, 54_321, 54_321);
    const run = runProgram({ clone, program, data: { folder: data }, uid: 54_321 });
    await expect(run).rejects.toThrow('add one to /etc/passwd, or name a PostgreSQL server (DATABASE_URL)');
  });
});

const again = `
  const server = await startEmbeddedPostgres(data);
  print(await rowsOf(server.url, 'select n from kept order by n'));
  await server.stop();`;

async function moveClone(place: string): Promise<void> {
  await rm(join(clone, 'data'), { recursive: true, force: true });
  await rename(clone, join(folder, place));
  clone = join(folder, place);
}

async function newFolder(name: string, mode: number): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  await chmod(path, mode);
  return path;
}
