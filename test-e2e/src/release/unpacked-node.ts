// Runs a node from the self-contained archive, as a user who has neither npm nor Node and whose environment is empty.
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort, formatBasicAuth, type StartedProcess, startProcess } from '@holdfast/testkit';
import { projectFolder } from '../readme/installation.ts';
import { runToEnd } from './build-twice.ts';

/** User and group ID of `nobody`, which the node runs as if the tests run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

export interface UnpackedNode {
  /** Folder of the unpacked programs. */
  readonly home: string;
  /** Runs `holdfast` and returns its output. Rejects if `holdfast` fails. */
  holdfast(...args: string[]): Promise<string>;
  /** Starts the node. Resolves when the node is ready. */
  start(): Promise<ReleasedNode>;
}

export interface ReleasedNode {
  readonly process: StartedProcess;
  readonly repositoryUrl: string;
  /** Value of the administrator's Authorization header. */
  readonly login: string;
}

/** Unpacks the archive into a folder below `scratch`, as the user who runs the node. */
export async function unpackNode(archive: string, version: string, scratch: string): Promise<UnpackedNode> {
  const folder = join(scratch, 'unpacked');
  await mkdir(folder);
  await chmod(scratch, 0o755);
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  await chmod(archive, 0o644);
  const [port, configPort, metricsPort, configMetricsPort] = await Promise.all(
    Array.from({ length: 4 }, () => findFreePort()),
  );
  const settings = {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    DATA_DIR: join(folder, 'data'),
    REPOSITORY_PORT: String(port),
    CONFIG_PORT: String(configPort),
    REPOSITORY_METRICS_PORT: String(metricsPort),
    CONFIG_METRICS_PORT: String(configMetricsPort),
  };
  const asUser = (command: readonly string[]): [string, string[]] => {
    const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const own = ['env', '-i', ...assignments, ...command];
    const other = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--', ...own];
    const [program, ...args] = isRoot ? other : own;
    return [program!, args];
  };
  await runToEnd(...asUser(['tar', '-xzf', archive, '-C', folder]));
  const home = join(folder, `holdfast-${version}`);
  const program = join(home, 'holdfast');
  return {
    home,
    holdfast: (...args) => runToEnd(...asUser([program, ...args]), { cwd: projectFolder }),
    async start() {
      const started = await startProcess(...asUser([program, 'start']), { cwd: folder });
      await started.says(/Holdfast is ready\..*Ctrl-C stops it/s, 120_000);
      const [, password] = await started.says(/Password +(\S+)/);
      return {
        process: started,
        repositoryUrl: `http://127.0.0.1:${port}`,
        login: formatBasicAuth('admin', password!),
      };
    },
  };
}
