// Builds a release twice, from two clones of the current commit, and compares every byte. The builds differ in their
// paths, umasks, time zones, locales and the times of the source files. The second build starts with the Node of this
// machine, which may be another version than the pinned Node.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from '@holdfast/testkit';
import { projectFolder } from '../readme/installation.ts';

export interface BuiltRelease {
  readonly version: string;
  /** Folder that contains the files of the first build. */
  readonly folder: string;
  /** Names of files that one build lacks or that contain other bytes. */
  readonly differing: readonly string[];
}

const BUILD_MS = 30 * 60_000;

/**
 * Builds the release twice. `options`: arguments of the release command that follow version and folder. Rejects if a
 * build fails.
 */
export async function buildTwice(scratch: string, options: readonly string[]): Promise<BuiltRelease> {
  const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const build = async (name: string, umask: string, env: Record<string, string>, time?: string) => {
    const [clone, folder] = [join(scratch, name, 'clone'), join(scratch, name, 'release')];
    await mkdir(join(scratch, name), { mode: 0o755 });
    await runToEnd('git', ['clone', '--quiet', projectFolder, clone]);
    if (time !== undefined)
      await runToEnd('find', [clone, '-type', 'f', '-exec', 'touch', `--date=${time}`, '{}', '+']);
    const command = ['node', 'scripts/release.mjs', version, folder, ...options].join(' ');
    await runToEnd('sh', ['-c', `umask ${umask}; exec ${command}`], { cwd: clone, env });
    return folder;
  };
  const folders = [
    await build('first', '022', { TZ: 'UTC', LC_ALL: 'C' }),
    await build(
      'another-path',
      '077',
      { TZ: 'Pacific/Auckland', LC_ALL: 'C.UTF-8', PATH: await readPathOfMachine() },
      '2001-02-03T04:05:06Z',
    ),
  ] as const;
  return { version, folder: folders[0], differing: await compareFolders(...folders) };
}

/** Returns PATH without the programs of this project, such as its Node. */
async function readPathOfMachine(): Promise<string> {
  const path = await runToEnd('sh', ['-c', 'printf %s "$PATH"']);
  return path
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':');
}

/** Returns the names of files that one folder lacks or that contain other bytes. */
async function compareFolders(one: string, other: string): Promise<string[]> {
  const names = new Set([...(await readdir(one)), ...(await readdir(other))]);
  const read = (folder: string, name: string) => readFile(join(folder, name)).catch(() => undefined);
  const differing: string[] = [];
  for (const name of [...names].sort()) {
    const [a, b] = [await read(one, name), await read(other, name)];
    if (a === undefined || b === undefined || !a.equals(b)) differing.push(name);
  }
  return differing;
}

/** Runs a program until it exits, and returns its output. Rejects if the program fails. */
export async function runToEnd(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const started = await startProcess(program, [...args], options);
  const timer = setTimeout(() => started.signalGroup('SIGKILL'), BUILD_MS);
  const { code } = await started.exited.finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${started.output()}`);
  return started.output();
}
