// Runs a node from the self-contained archive, as a user who has neither npm nor Node and whose environment is empty.
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findFreePort, type StartedProcess, startProcess } from '@holdfast/testkit';

/** User and group ID of `nobody`. If the tests run as root, the node runs as this user. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Timeout of commands that take seconds on a fast machine. */
const COMMAND_MS = 5 * 60_000;

/** Programs that the user has. Node and npm are missing. */
const TOOLS = [
  ...['bash', 'cat', 'curl', 'cut', 'dirname', 'env', 'grep', 'gunzip', 'gzip', 'locale'],
  ...['ls', 'readlink', 'sed', 'sh', 'tar'],
];

export interface UnpackedPrograms {
  /** Folder of the programs. */
  readonly home: string;
  /** Folder that belongs to the user. */
  readonly folder: string;
  /** Starts a command as the user, in the folder of the programs. `env`: environment besides PATH and HOME. */
  start(command: readonly string[], env?: Environment, input?: Readable): Promise<StartedProcess>;
}

export type Environment = Readonly<Record<string, string>>;

export interface ReleasedNode {
  readonly process: StartedProcess;
  readonly dataFolder: string;
  readonly repositoryPort: number;
  readonly configPort: number;
  readonly password: string;
  /** Settings of the node. */
  readonly env: Environment;
}

/** Unpacks the archive into a folder below `scratch`, as the user who runs the node. */
export async function unpackArchive(
  archive: string,
  version: string,
  scratch: string,
): Promise<UnpackedPrograms> {
  const folder = join(scratch, 'unpacked');
  await mkdir(folder);
  await chmod(scratch, 0o755);
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  await chmod(archive, 0o644);
  const path = await makeToolsFolder(scratch);
  const startIn = (cwd: string, command: readonly string[], env: Environment, input?: Readable) => {
    const assignments = Object.entries({ ...env, PATH: path, HOME: folder }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const own = ['env', '-i', ...assignments, ...command];
    const other = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--', ...own];
    const [program, ...args] = isRoot ? other : own;
    return startProcess(program!, args, input === undefined ? { cwd } : { cwd, input });
  };
  const found = await startIn(folder, ['bash', '-c', 'command -v node npm npx pnpm'], {});
  if ((await found.exited).code === 0) throw new Error(`the user has Node already: ${found.output()}`);
  await runUntilSuccess(await startIn(folder, ['tar', '-xzf', archive, '-C', folder], {}), 'tar');
  const home = join(folder, `holdfast-${version}`);
  return { home, folder, start: (command, env = {}, input) => startIn(home, command, env, input) };
}

/** Waits until a process exits, and returns its output. Rejects if the process fails. */
export async function runUntilSuccess(
  started: StartedProcess,
  name: string,
  timeoutMs = COMMAND_MS,
): Promise<string> {
  const timer = setTimeout(() => started.signalGroup('SIGKILL'), timeoutMs);
  const { code } = await started.exited.finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${started.output()}`);
  return started.output();
}

/** Starts the node with a new data folder. Resolves when the node is ready. */
export async function startReleasedNode(
  programs: UnpackedPrograms,
  name: string,
  settings: Environment = {},
): Promise<ReleasedNode> {
  const [repositoryPort, configPort, metricsPort, configMetricsPort] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ]);
  const dataFolder = join(programs.folder, name);
  const env = {
    DATA_DIR: dataFolder,
    REPOSITORY_PORT: String(repositoryPort),
    CONFIG_PORT: String(configPort),
    REPOSITORY_METRICS_PORT: String(metricsPort),
    CONFIG_METRICS_PORT: String(configMetricsPort),
    ...settings,
  };
  const started = await programs.start(['./holdfast', 'start'], env);
  await started.says(/Holdfast is ready\..*Ctrl-C stops it/s, 180_000);
  const [, password] = await started.says(/Password +(\S+)/);
  return { process: started, dataFolder, repositoryPort, configPort, password: password!, env };
}

/** Creates a folder with links to the user's programs, because /usr/bin may contain Node. */
async function makeToolsFolder(scratch: string): Promise<string> {
  const tools = join(scratch, 'tools');
  await mkdir(tools);
  await chmod(tools, 0o755);
  for (const name of TOOLS) {
    const program = ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path));
    if (program === undefined) throw new Error(`${name} is not installed`);
    await symlink(program, join(tools, name));
  }
  return tools;
}
