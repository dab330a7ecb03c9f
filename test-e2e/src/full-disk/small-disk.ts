// A small file system that a drill can fill to the last byte and empty again. Mounting needs root.
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addCleanup, createTemporaryFolder } from '@holdfast/testkit';

const MiB = 2 ** 20;

export interface SmallDisk {
  /** Mount point, which every user can reach. */
  readonly folder: string;
  /** Kind of file system: `ext4 on a loop device` or `tmpfs`. */
  readonly kind: string;
  freeBytes(): number;
  /** Replaces the files that fill the disk, so that exactly this many bytes are free. */
  leave(freeBytes: number): void;
  /** Fills the disk until no byte is free. */
  fillUp(): void;
  /** Removes the files that fill the disk. */
  clear(): void;
}

/** Mounts the file system until the end of the drill. Throws if this user cannot mount. */
export async function mountSmallDisk(sizeBytes: number): Promise<SmallDisk> {
  if (process.getuid?.() !== 0)
    throw new Error('NOT RUN: a small file system can only be mounted by root, and this is another user');
  const outside = await createTemporaryFolder();
  await chmod(outside, 0o755);
  const folder = join(outside, 'disk');
  await mkdir(folder);
  const kind = mount(sizeBytes, folder, join(outside, 'image'));
  addCleanup(() => execFileSync('umount', ['--lazy', folder]));
  const [ballast, rest] = [join(folder, 'ballast'), join(folder, 'rest')];
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  const clear = () => {
    rmSync(rest, { force: true });
    rmSync(ballast, { force: true });
  };
  return {
    folder,
    kind,
    freeBytes,
    clear,
    leave(wantedBytes) {
      clear();
      const lengthBytes = Math.floor(freeBytes() - wantedBytes);
      if (lengthBytes < 0) throw new Error(`the disk is too small: ${-lengthBytes} bytes are lacking`);
      execFileSync('fallocate', ['--length', String(Math.max(1, lengthBytes)), ballast]);
    },
    fillUp: () => writeUntilFull(rest),
  };
}

function mount(sizeBytes: number, folder: string, image: string): string {
  try {
    const descriptor = openSync(image, 'w');
    ftruncateSync(descriptor, sizeBytes);
    closeSync(descriptor);
    // Reserves no blocks for root (`-m 0`), because this drill runs as root.
    execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image], { stdio: 'pipe' });
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'pipe' });
    return 'ext4 on a loop device';
  } catch {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=755`, 'tmpfs', folder]);
    return 'tmpfs';
  }
}

/** Writes ever smaller chunks until no byte is free. */
function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (let size = 4 * MiB; size >= 1; ) {
      try {
        if (writeSync(descriptor, Buffer.alloc(size, 7)) < size) size = Math.floor(size / 2);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
