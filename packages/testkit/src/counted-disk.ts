// Separate file system on a loop device. Counts everything that is written to it, including the file system's journal.
// Per-process counters are less exact, because they count whole large pages.
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface CountedDisk {
  /** Mount point, which every user can access. */
  readonly folder: string;
  /** Flushes all writes to the disk. Returns the number of bytes written since the disk was mounted. */
  readWrittenBytes(): number;
  unmount(): void;
}

const SECTOR_BYTES = 512;
/** Index of the written sectors in /sys/block/DEVICE/stat. */
const WRITTEN_FIELD = 6;

/** Size of the image, which is a sparse file. With this size, no service considers the disk nearly full. */
const SIZE_BYTES = 64 * 2 ** 30;
const MAX_FILES = 200_000;

/** Mounts the file system in this folder. Returns undefined if this user or this system cannot mount. */
export function mountCountedDisk(outside: string): CountedDisk | undefined {
  const [image, folder] = [join(outside, 'image'), join(outside, 'disk')];
  try {
    const descriptor = openSync(image, 'w');
    ftruncateSync(descriptor, SIZE_BYTES);
    closeSync(descriptor);
    mkdirSync(folder, { recursive: true });
    // Initializes the whole file system now. Otherwise, the kernel would do it later, and its writes would count.
    const whole = ['-E', 'lazy_itable_init=0,lazy_journal_init=0'];
    run('mkfs.ext4', '-q', '-F', '-N', String(MAX_FILES), ...whole, image);
    run('mount', '-o', 'loop', image, folder);
  } catch {
    return undefined;
  }
  const device = basename(run('findmnt', '--noheadings', '--output', 'SOURCE', folder).trim());
  const read = () => {
    run('sync', '--file-system', folder);
    const fields = readFileSync(`/sys/block/${device}/stat`, 'latin1').trim().split(/\s+/);
    return Number(fields[WRITTEN_FIELD]) * SECTOR_BYTES;
  };
  const atFirst = read();
  return {
    folder,
    readWrittenBytes: () => read() - atFirst,
    unmount: () => void run('umount', '--lazy', folder),
  };
}

function run(program: string, ...words: string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
