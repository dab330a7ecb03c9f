// Runs the Debian package in a Debian system under the restrictions of its systemd unit, without systemd: a container
// runtime applies the user, the missing capabilities, the read-only file system, the filter of system calls and the
// address families. A container runtime cannot apply RestrictNamespaces, RestrictSUIDSGID and ProtectProc.
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, findFreePort } from '@holdfast/testkit';
import { type OciRuntime, type RunningContainer, startContainer } from '../images/oci-runtime.ts';

/** ID of the user that the package would create. */
const USER = 990;
const START_MS = 180_000;

/** Arguments `AF_…` of the system call socket(2). */
const FAMILIES: Readonly<Record<string, number>> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10 };

/** Settings of the unit, each of which is tested here or cannot be tested. A setting that is not listed is an error. */
const KNOWN = [
  ...['Type', 'User', 'Group', 'Environment', 'EnvironmentFile', 'ExecStart', 'TimeoutStopSec', 'Restart'],
  ...['RestartSec', 'LimitNOFILE', 'UMask', 'StateDirectory', 'StateDirectoryMode', 'NoNewPrivileges'],
  ...['ProtectSystem', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'ProtectClock', 'ProtectHostname'],
  ...['ProtectKernelTunables', 'ProtectKernelModules', 'ProtectKernelLogs', 'ProtectControlGroups'],
  ...['ProtectProc', 'RestrictAddressFamilies', 'RestrictNamespaces', 'RestrictRealtime', 'RestrictSUIDSGID'],
  ...['LockPersonality', 'RemoveIPC', 'CapabilityBoundingSet', 'AmbientCapabilities'],
  ...['SystemCallArchitectures', 'SystemCallFilter', 'SystemCallErrorNumber'],
];

/**
 * Starts the node in `root`, a Debian system with the unpacked package, waits until the node is ready, and stops it.
 * Throws if the node can write outside its folder.
 */
export async function runUnit(runtime: OciRuntime, root: string): Promise<void> {
  const unit = await readUnit(join(root, 'usr/lib/systemd/system/holdfast.service'));
  const only = (name: string) => unit.get(name)?.[0] ?? '';
  const state = join(await createTemporaryFolder(), 'state');
  await mkdir(state);
  await chown(state, USER, USER);
  await chmod(state, Number.parseInt(only('StateDirectoryMode'), 8));
  await chmod(join(state, '..'), 0o755);
  await mkdir(join(root, 'var/lib', only('StateDirectory')), { recursive: true });
  await appendFile(join(root, 'etc/passwd'), `${only('User')}:x:${USER}:${USER}::/:/usr/sbin/nologin\n`);
  await appendFile(join(root, 'etc/group'), `${only('Group')}:x:${USER}:\n`);
  const port = await findFreePort();
  const container = await startContainer(runtime, {
    root,
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      ...Object.fromEntries(only('Environment').split(' ').map(splitAssignment)),
      REPOSITORY_PORT: String(port),
      REPOSITORY_METRICS_PORT: String(await findFreePort()),
      CONFIG_PORT: String(await findFreePort()),
      CONFIG_METRICS_PORT: String(await findFreePort()),
    },
    command: only('ExecStart').split(' '),
    volumes: { [`/var/lib/${only('StateDirectory')}`]: { folder: state, isReadOnly: false } },
    temporary: ['/tmp', '/var/tmp'],
    restrictions: {
      ...{ uid: USER, gid: USER, volumeGid: USER },
      isRootReadOnly: only('ProtectSystem') === 'strict',
      umask: Number.parseInt(only('UMask'), 8),
      openFiles: Math.min(Number(only('LimitNOFILE')), await readMaxOpenFiles()),
    },
    seccomp: makeSeccompProfile(unit),
  });
  await container.process.says(/Holdfast is ready/, START_MS);
  await container.process.answers(`http://127.0.0.1:${port}/status`);
  const status = await readFile(`/proc/${await container.findPid()}/status`, 'utf8');
  for (const pattern of [/^CapBnd:\t0+$/m, /^NoNewPrivs:\t1$/m, /^Seccomp:\t2$/m, /^Umask:\t0077$/m])
    if (!pattern.test(status)) throw new Error(`the unit is not confined (${pattern}):\n${status}`);
  for (const folder of ['/usr/lib/holdfast', '/etc/holdfast', '/var/lib', '/home'])
    await expectReadOnly(container, folder);
  const { code } = await container.process.stop();
  if (code !== 0) throw new Error(`the unit ended with ${code}:\n${container.process.output()}`);
}

/** Returns this process's hard limit on open files, which a container cannot raise without CAP_SYS_RESOURCE. */
async function readMaxOpenFiles(): Promise<number> {
  const [, hard] = /^Max open files +\d+ +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? [];
  return Number(hard ?? Number.POSITIVE_INFINITY);
}

async function expectReadOnly(container: RunningContainer, folder: string): Promise<void> {
  const { code, output } = await container.exec('/bin/sh', '-c', `echo x > ${folder}/written`);
  if (code === 0 || !output.includes('Read-only'))
    throw new Error(`the unit can write to ${folder}: ${output}`);
}

/** Reads the section [Service]. Throws if it has an unknown setting. */
async function readUnit(file: string): Promise<Map<string, string[]>> {
  const [, section = ''] = /^\[Service\]\n(.*?)^\[/ms.exec(await readFile(file, 'utf8')) ?? [];
  const settings = new Map<string, string[]>();
  for (const [, name, value] of section.matchAll(/^(\w+)=(.*)$/gm)) {
    if (!KNOWN.includes(name!)) throw new Error(`the unit has the setting ${name}, which no test knows`);
    settings.set(name!, [...(settings.get(name!) ?? []), value!]);
  }
  return settings;
}

function splitAssignment(text: string): [name: string, value: string] {
  const end = text.indexOf('=');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Returns the filter of system calls and address families as a container runtime reads it. */
function makeSeccompProfile(unit: ReadonlyMap<string, readonly string[]>): object {
  const sets = readSystemCallSets();
  const allowed = new Set<string>();
  for (const line of unit.get('SystemCallFilter') ?? []) {
    const isRefused = line.startsWith('~');
    for (const name of line
      .replace('~', '')
      .split(' ')
      .flatMap((one) => expandSet(sets, one))) {
      if (isRefused) allowed.delete(name);
      else allowed.add(name);
    }
  }
  allowed.delete('socket');
  const families = unit.get('RestrictAddressFamilies')?.[0]?.split(' ') ?? [];
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: 1,
    architectures: [process.arch === 'arm64' ? 'SCMP_ARCH_AARCH64' : 'SCMP_ARCH_X86_64'],
    syscalls: [
      { names: [...allowed], action: 'SCMP_ACT_ALLOW' },
      ...families.map((family) => ({
        ...{ names: ['socket'], action: 'SCMP_ACT_ALLOW' },
        args: [{ index: 0, value: FAMILIES[family], op: 'SCMP_CMP_EQ' }],
      })),
    ],
  };
}

/** Returns systemd's sets of system calls, by name. */
function readSystemCallSets(): Map<string, string[]> {
  const text = execFileSync('systemd-analyze', ['syscall-filter'], {
    ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  });
  const sets = new Map<string, string[]>();
  let members: string[] = [];
  for (const line of text.split('\n').filter((one) => /^\s*[@\w]/.test(one))) {
    if (!line.startsWith('@')) members.push(line.trim());
    else {
      members = [];
      sets.set(line, members);
    }
  }
  return sets;
}

function expandSet(sets: ReadonlyMap<string, readonly string[]>, name: string): string[] {
  if (!name.startsWith('@')) return [name];
  const members = sets.get(name);
  if (members === undefined) throw new Error(`systemd has no set ${name}`);
  return members.flatMap((member) => expandSet(sets, member));
}
