// A file system of its own on a loop device, which counts everything that is written to it, including the journal of
// the file system. The counters of processes are less exact: the kernel counts whole large pages.
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface CountedDisk {
  /** Mount point, which every user can reach. */
  readonly folder: string;
  /** Writes everything to the disk, and returns the bytes written since the disk was mounted. */
  readWrittenBytes(): number;
  unmount(): void;
}

const SECTOR_BYTES = 512;
/** Field of /sys/block/DEVICE/stat with the written sectors. */
const WRITTEN_FIELD = 6;

/** Large enough that no service considers the disk nearly full. The image is a sparse file. */
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
    // Initializes the whole file system now. Otherwise the kernel would do it later, and the counter would include it.
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
