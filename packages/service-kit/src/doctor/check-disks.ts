// Checks the free space and the access rights of all folders that the services write to.

import { createDiskSpace, type WatchedDisk } from '../disk/disk-space.ts';
import { formatBytes } from '../text/format-bytes.ts';
import { findWritableParent } from './check-store.ts';
import type { NodeFindings } from './finding.ts';
import { limitTime } from './limit-time.ts';
import { findRemedy } from './remedies.ts';
import { findSystemReason } from './system-reason.ts';

const DISK_MS = 5_000;

/** Checks the disks with the limits of the services, which stop storing when the free space is below the reserve. */
export async function checkDisks(
  findings: NodeFindings,
  disks: readonly WatchedDisk[],
  reserveBytes: number,
): Promise<void> {
  for (const disk of disks) {
    const space = createDiskSpace({ disks: [disk], reserveBytes });
    const id = `${disk.name.replaceAll(' ', '-')}.space`;
    try {
      await limitTime(DISK_MS, () => space.look());
    } catch {
      findings.fault(id, `The disk of the ${disk.name}, ${disk.folder}, does not answer.`, {
        remedy: 'Check the disk, or the network file system.',
      });
      continue;
    }
    judgeSpace(findings, id, disk, space);
  }
}

function judgeSpace(
  findings: NodeFindings,
  id: string,
  { name, folder }: WatchedDisk,
  { full, disks: [state] }: Pick<ReturnType<typeof createDiskSpace>, 'full' | 'disks'>,
): void {
  const { freeBytes, reserveBytes = 0 } = state ?? {};
  if (freeBytes === undefined) {
    findings.skipped(id, `The free space of the ${name} (${folder}) is unknown.`);
    return;
  }
  const message = `The disk of the ${name} (${folder}) has ${formatBytes(freeBytes)} free`;
  const expected = `at least ${formatBytes(reserveBytes)} (DISK_RESERVE)`;
  const rest = { observed: freeBytes, expected };
  const remedy = 'Free space, move the folder to a larger disk, or lower DISK_RESERVE.';
  if (full !== undefined)
    findings.fault(
      id,
      `${message}, less than the reserve of ${formatBytes(reserveBytes)}: nothing can be stored.`,
      {
        ...rest,
        remedy,
      },
    );
  else if (freeBytes < 2 * reserveBytes)
    findings.warning(id, `${message}; below ${formatBytes(reserveBytes)}, nothing is stored.`, {
      ...rest,
      remedy,
    });
  else findings.fine(id, `${message}.`, rest);
}

/** Checks that the folder is writable, or can be created. */
export async function checkFolder(
  findings: NodeFindings,
  {
    id,
    name,
    folder,
    setting,
  }: { readonly id: string; readonly name: string; readonly folder: string; readonly setting: string },
): Promise<void> {
  try {
    await limitTime(DISK_MS, () => findWritableParent(folder));
    findings.fine(`${id}.rights`, `The ${name} (${folder}) can be written to.`);
  } catch (error) {
    findings.fault(
      `${id}.rights`,
      `The ${name} ${folder}, which ${setting} names, cannot be written to (${findSystemReason(error)}).`,
      {
        remedy: findRemedy('store', error),
      },
    );
  }
}
