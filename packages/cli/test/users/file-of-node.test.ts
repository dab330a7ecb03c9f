// Default users file of the commands, and the message about the running node that reads the file.
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readEnvironment } from '../../src/env.ts';
import { runInProcess } from '../import/import-service.ts';

let data: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  data = join(await createTemporaryFolder(), 'data');
  await mkdir(data);
  env = { DATA_DIR: data };
});

const add = (...words: string[]) =>
  runInProcess(['user', 'add', 'reader', '--role', 'accessContentRole', ...words], {
    input: Buffer.from('pass: word\n'),
    environment: readEnvironment(env),
  });
const namesIn = async (file: string) =>
  (JSON.parse(await readFile(file, 'utf8')) as { name: string }[]).map(({ name }) => name);

/** Records this process as the running node of the folder. */
async function pretendToRun(usersFile?: string): Promise<void> {
  const stat = await readFile('/proc/self/stat', 'utf8');
  const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const standalone = { pid: process.pid, startTicks };
  await writeFile(join(data, 'running.json'), JSON.stringify({ standalone, services: {}, usersFile }));
}

describe('the users file', () => {
  it('is the one in the data folder, of which nobody is said to take note while nothing runs', async () => {
    const { exitCode, output } = await add();
    expect(exitCode).toBe(0);
    expect(await namesIn(join(data, 'users.json'))).toEqual(['reader']);
    expect(output).toContain(join(data, 'users.json'));
    expect(output).not.toContain('applies the change');
    expect((await runInProcess(['user', 'list'], { environment: readEnvironment(env) })).output).toContain(
      'reader',
    );
  });

  it('is the one that the running node reads, which applies the change', async () => {
    const other = join(await createTemporaryFolder(), 'people.json');
    await pretendToRun(other);
    expect((await add()).output).toContain(`The running node (${data}) applies the change`);
    expect(await namesIn(other)).toEqual(['reader']);
    const removed = await runInProcess(['user', 'remove', 'reader'], { environment: readEnvironment(env) });
    expect(removed.output).toContain('applies the change');
  });

  it('may be named otherwise: the running node is then said to read another', async () => {
    await pretendToRun(join(data, 'users.json'));
    const other = join(await createTemporaryFolder(), 'people.json');
    const { output } = await add('--file', other);
    expect(output).toContain('does not read this file');
    expect(output).toContain(join(data, 'users.json'));
    expect(output).not.toContain('applies the change');
    const link = join(await createTemporaryFolder(), 'link.json');
    await writeFile(join(data, 'users.json'), '[]');
    await symlink(join(data, 'users.json'), link);
    expect((await add('--file', link)).output).toContain('applies the change');
  });

  it('is the one of USERS_FILE before all', async () => {
    await pretendToRun(join(data, 'users.json'));
    env.USERS_FILE = join(await createTemporaryFolder(), 'people.json');
    expect((await add()).output).toContain('does not read this file');
    expect(await namesIn(env.USERS_FILE)).toEqual(['reader']);
  });

  it('is missing in a clone that never ran, which is said with a way on', async () => {
    env.DATA_DIR = join(data, 'none');
    const { exitCode, errorOutput } = await add();
    expect(exitCode).toBe(2);
    expect(errorOutput).toContain('--file');
  });
});
