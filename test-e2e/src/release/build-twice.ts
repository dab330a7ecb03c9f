// Builds a release twice, from two clones of the current commit at different paths, with different umasks and time
// zones.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from '@holdfast/testkit';
import { projectFolder } from '../readme/installation.ts';

export interface BuiltRelease {
  readonly version: string;
  /** Folder that contains the files of the first build. */
  readonly folder: string;
  /** Content of SHA256SUMS from each build. */
  readonly sums: readonly [string, string];
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
  const build = async (name: string, umask: string, zone: string) => {
    const [clone, folder] = [join(scratch, name, 'clone'), join(scratch, name, 'release')];
    await mkdir(join(scratch, name), { mode: 0o755 });
    await runToEnd('git', ['clone', '--quiet', projectFolder, clone]);
    const command = ['node', 'scripts/release.mjs', version, folder, ...options].join(' ');
    await runToEnd('sh', ['-c', `umask ${umask}; exec ${command}`], { cwd: clone, env: { TZ: zone } });
    return folder;
  };
  const folders = [
    await build('first', '022', 'UTC'),
    await build('another-path', '077', 'Pacific/Auckland'),
  ] as const;
  const readSums = (folder: string) => readFile(join(folder, 'SHA256SUMS'), 'utf8');
  return { version, folder: folders[0], sums: [await readSums(folders[0]), await readSums(folders[1])] };
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
