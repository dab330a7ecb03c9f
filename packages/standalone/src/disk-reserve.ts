// Reserves disk space for PostgreSQL in a file. A new database session has to write a file before it can read, so it
// would fail on a full disk. When the disk is full, the reserve is released; it is created again later.
import { open, stat, statfs, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MIB = 2 ** 20;
/** Size of the reserve. The sessions of two services need less than 1 MiB. */
const RESERVE_BYTES = 8 * MIB;
const STEP_BYTES = MIB;
/** Free space below which new sessions are tested. Above twice this space, the reserve is created again. */
const SCARCE_BYTES = 64 * MIB;
const LOOK_MS = 2_000;

export interface DiskReserve {
  readonly file: string;
  /** Opens and closes a session on each database. Returns false if a session fails because the disk is full. */
  opens(): Promise<boolean>;
  freeBytes?(): Promise<number>;
}

/** Checks the free space periodically, and releases or creates the reserve, until the signal aborts. */
export async function maintainDiskReserve(room: DiskReserve, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await adjustDiskReserve(room).catch(() => undefined);
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

export async function adjustDiskReserve({
  file,
  opens,
  freeBytes = () => readFreeBytes(file),
}: DiskReserve): Promise<void> {
  const free = await freeBytes();
  if (free > 2 * SCARCE_BYTES) return fillReserve(file);
  while (free < SCARCE_BYTES && !(await opens())) {
    const held = await readReserveSize(file);
    if (held === 0) return;
    await truncate(file, Math.max(0, held - STEP_BYTES));
  }
}

async function fillReserve(file: string): Promise<void> {
  const held = await readReserveSize(file);
  if (held >= RESERVE_BYTES) return;
  const handle = await open(file, 'a', 0o600);
  try {
    // Writes zeros, because a sparse file would reserve no space.
    for (let left = RESERVE_BYTES - held; left > 0; left -= STEP_BYTES)
      await handle.write(Buffer.alloc(Math.min(left, STEP_BYTES)));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readReserveSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function readFreeBytes(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize;
}
