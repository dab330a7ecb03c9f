// Runs containers with runc and crun, as root and rootless. A rootless container belongs to the user `nobody`, in a
// user namespace. Containers share the network of the machine, so that they can reach the test servers.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addCleanup, createTemporaryFolder, type StartedProcess, startProcess } from '@holdfast/testkit';

export interface OciRuntime {
  readonly name: 'runc' | 'crun';
  readonly isRootless: boolean;
}

/** Restrictions of a container, except its mounts and its seccomp profile. No container has capabilities. */
export interface ContainerRestrictions {
  readonly uid: number;
  readonly gid: number;
  /** Supplementary group, which owns the volumes. */
  readonly volumeGid: number;
  readonly isRootReadOnly: boolean;
  readonly memoryBytes?: number;
  readonly cpus?: number;
  readonly umask?: number;
  /** Maximum number of open files. */
  readonly openFiles?: number;
}

export interface OciContainer {
  /** Folder of the image's file system. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** Paths in the container, and the folders on this machine that are mounted there. */
  readonly volumes: Readonly<Record<string, { readonly folder: string; readonly isReadOnly: boolean }>>;
  /** Paths of private temporary folders in the container. */
  readonly temporary?: readonly string[];
  readonly restrictions: ContainerRestrictions;
  readonly seccomp: object;
}

export interface RunningContainer {
  readonly process: StartedProcess;
  /** Returns the PID of the container's first process on this machine. */
  findPid(): Promise<number>;
  /** Runs a command in the container, and waits until it exits. */
  exec(...command: string[]): Promise<{ code: number | null; output: string }>;
  /** Returns the memory limit that the kernel enforces, or undefined if the runtime sets no limit on this machine. */
  readMemoryLimit(): Promise<number | undefined>;
}

/** User who owns rootless containers. */
const NOBODY = 65_534;
/** Range of user IDs on this machine that rootless containers use. ID 0 of the container is NOBODY. */
const SUBORDINATE = { first: 1_000_000_000, count: 65_536 };

const CPU_PERIOD = 100_000;

/** Returns the runtimes that are installed. Rootless containers also need newuidmap. */
export function findRuntimes(): OciRuntime[] {
  const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0) return [];
  const modes = isInstalled('newuidmap') ? [false, true] : [false];
  return (['runc', 'crun'] as const)
    .filter(isInstalled)
    .flatMap((name) => modes.map((isRootless) => ({ name, isRootless })));
}

/** Maps a user or group ID in the container to the ID on this machine. */
export function toHostId({ isRootless }: OciRuntime, id: number): number {
  return isRootless ? SUBORDINATE.first + id - 1 : id;
}

/**
 * Only runc as root sets limits: rootless containers have no cgroup of their own, and crun refuses hosts that mix
 * cgroup v1 and v2.
 */
const hasLimits = ({ name, isRootless }: OciRuntime) => name === 'runc' && !isRootless;

/** Starts a container, which is stopped at the end of the test file at the latest. */
export async function startContainer(
  runtime: OciRuntime,
  container: OciContainer,
): Promise<RunningContainer> {
  const id = `holdfast-${randomUUID()}`;
  const bundle = await createTemporaryFolder();
  const config = makeConfig(runtime, container, id);
  await writeFile(join(bundle, 'config.json'), JSON.stringify(config));
  await mkdir(join(bundle, 'state'));
  await chmod(bundle, 0o755);
  if (runtime.isRootless)
    for (const path of [bundle, join(bundle, 'state')]) await chown(path, NOBODY, NOBODY);
  await writeFile(join(bundle, 'subordinate'), `nobody:${SUBORDINATE.first}:${SUBORDINATE.count}\n`);
  const pidFile = join(bundle, 'pid');
  const run = (...words: string[]) => {
    const [program = '', ...args] = buildRuntimeCommand(runtime, bundle, words);
    return startProcess(program, args, { cwd: '/' });
  };
  const started = await run('run', '--bundle', bundle, '--pid-file', pidFile, id);
  addCleanup(async () => {
    await (await run('delete', '--force', id)).exited;
  });
  return {
    process: started,
    findPid: async () => Number(await readFile(pidFile, 'utf8')),
    async exec(...command) {
      // Names the user, because crun would otherwise run the command as the container's root.
      const { uid, gid } = container.restrictions;
      const done = await run('exec', '--user', `${uid}:${gid}`, id, ...command);
      const { code } = await done.exited;
      return { code, output: done.output() };
    },
    async readMemoryLimit() {
      if (!hasLimits(runtime)) return undefined;
      const files = [`memory/${id}/memory.limit_in_bytes`, `${id}/memory.max`];
      const read = (file: string) => readFile(join('/sys/fs/cgroup', file), 'utf8');
      return Number(await read(files[0]!).catch(() => read(files[1]!)));
    },
  };
}

// Arguments: the file with the subordinate IDs, then the command. crun refuses machines with both versions of cgroups.
const PREPARED = `set -eu
ids=$1; shift
mount --bind "$ids" /etc/subuid
mount --bind "$ids" /etc/subgid
[ "$1" != crun ] || mount -t cgroup2 none /sys/fs/cgroup
shift
exec "$@"`;

/** Returns the command that runs the runtime in a mount namespace of its own, as root or as NOBODY. */
function buildRuntimeCommand(
  { name, isRootless }: OciRuntime,
  bundle: string,
  words: readonly string[],
): string[] {
  const options = [
    '--root',
    join(bundle, 'state'),
    ...(name === 'crun' ? ['--cgroup-manager=disabled'] : []),
  ];
  const user = isRootless
    ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--']
    : [];
  const env = [
    'env',
    '-i',
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    `HOME=${bundle}`,
    `XDG_RUNTIME_DIR=${bundle}`,
  ];
  const prepared = ['sh', '-c', PREPARED, 'sh', join(bundle, 'subordinate'), name];
  return ['unshare', '--mount', '--', ...prepared, ...user, ...env, name, ...options, ...words];
}

/** Returns the configuration of the container (config.json of the OCI Runtime Specification). */
function makeConfig(runtime: OciRuntime, container: OciContainer, id: string): object {
  const { restrictions, volumes, temporary = [], env, command, root, seccomp } = container;
  const { uid, gid, volumeGid, isRootReadOnly, memoryBytes, cpus, umask, openFiles } = restrictions;
  const mapping = [
    { containerID: 0, hostID: NOBODY, size: 1 },
    { containerID: 1, hostID: SUBORDINATE.first, size: SUBORDINATE.count - 1 },
  ];
  const noCapabilities = ['bounding', 'effective', 'inheritable', 'permitted', 'ambient'];
  const limits = {
    cgroupsPath: `/${id}`,
    resources: {
      ...(memoryBytes !== undefined && { memory: { limit: memoryBytes } }),
      ...(cpus !== undefined && { cpu: { quota: cpus * CPU_PERIOD, period: CPU_PERIOD } }),
    },
  };
  const shared = ['nosuid', 'noexec', 'nodev', 'mode=1777', 'size=65536k'];
  return {
    ociVersion: '1.0.2',
    process: {
      terminal: false,
      user: { uid, gid, umask, ...(!runtime.isRootless && { additionalGids: [volumeGid] }) },
      args: command,
      env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      cwd: '/',
      capabilities: Object.fromEntries(noCapabilities.map((set) => [set, []])),
      noNewPrivileges: true,
      rlimits: openFiles === undefined ? [] : [{ type: 'RLIMIT_NOFILE', hard: openFiles, soft: openFiles }],
    },
    root: { path: root, readonly: isRootReadOnly },
    hostname: 'holdfast',
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=65536k'] },
      { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: shared },
      ...temporary.map((destination) => ({
        ...{ destination, type: 'tmpfs', source: 'tmpfs' },
        options: ['nosuid', 'nodev', 'mode=1777'],
      })),
      ...Object.entries(volumes).map(([destination, { folder, isReadOnly }]) => ({
        ...{ destination, type: 'bind', source: folder },
        options: ['rbind', 'nosuid', 'nodev', isReadOnly ? 'ro' : 'rw'],
      })),
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount', ...(runtime.isRootless ? ['user'] : [])].map((type) => ({
        type,
      })),
      ...(runtime.isRootless && { uidMappings: mapping, gidMappings: mapping }),
      ...(hasLimits(runtime) && limits),
      seccomp,
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list', '/proc/sched_debug', '/sys/firmware'],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
    },
  };
}
