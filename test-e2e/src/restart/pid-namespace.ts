// A PID namespace whose PID 1 (`sleep`) does not reap orphaned processes, as in a container without `--init`.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StartedProcess, startProcess } from '@holdfast/testkit';

export interface PidNamespace {
  /** Command prefix that runs a command in the PID namespace. */
  readonly enter: readonly string[];
  /** PID of the namespace's PID 1, outside the namespace. */
  readonly pid: number;
  close(): Promise<void>;
}

/** Creates the PID namespace. Returns undefined if this user may not create PID namespaces. */
export async function openPidNamespace(): Promise<PidNamespace | undefined> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? [] : ['--user', '--map-current-user'];
  const first = ['sh', '-c', 'echo inside; exec sleep 86400'];
  const unshare = await startProcess('unshare', [
    ...user,
    '--fork',
    '--pid',
    '--mount-proc',
    '--kill-child',
    ...first,
  ]).catch(() => undefined);
  if (unshare === undefined) return undefined;
  const isInside = await unshare.says(/inside/, 10_000).then(
    () => true,
    () => false,
  );
  if (!isInside) {
    await unshare.stop('SIGKILL');
    return undefined;
  }
  const pid = await waitForChild(unshare);
  const asUser = isRoot ? [] : ['--user', '--preserve-credentials'];
  return {
    enter: ['nsenter', '--target', String(pid), ...asUser, '--pid', '--mount'],
    pid,
    close: async () => {
      await unshare.stop('SIGKILL');
    },
  };
}

async function waitForChild({ pid }: StartedProcess): Promise<number> {
  for (;;) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    if (child !== undefined && child !== '') return Number(child);
    await sleep(20);
  }
}
