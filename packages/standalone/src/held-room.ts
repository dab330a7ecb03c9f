// A little room that is held on PostgreSQL's disk by a file, and given up where a new session finds none: it has to write
// one of PostgreSQL's own files now and then before it can read anything. Taken again when there is plenty.
import { open, stat, statfs, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MIB = 2 ** 20;
/** What two services' sessions need is less than 1 MiB. */
const ROOM_BYTES = 8 * MIB;
const STEP_BYTES = MIB;
/** With less than this free, sessions are tried; with twice as much, the room is taken again. */
const SCARCE_BYTES = 64 * MIB;
const LOOK_MS = 2_000;

export interface HeldRoom {
  readonly file: string;
  /** Opens a session on each database and closes it; false when there is no room for one. */
  opens(): Promise<boolean>;
  freeBytes?(): Promise<number>;
}

/** Until the signal is aborted. */
export async function holdRoom(room: HeldRoom, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await lookAt(room).catch(() => undefined);
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

export async function lookAt({ file, opens, freeBytes = () => freeBeside(file) }: HeldRoom): Promise<void> {
  const free = await freeBytes();
  if (free > 2 * SCARCE_BYTES) return fill(file);
  while (free < SCARCE_BYTES && !(await opens())) {
    const held = await heldBytes(file);
    if (held === 0) return;
    await truncate(file, Math.max(0, held - STEP_BYTES));
  }
}

async function fill(file: string): Promise<void> {
  const held = await heldBytes(file);
  if (held >= ROOM_BYTES) return;
  const handle = await open(file, 'a', 0o600);
  try {
    // Written, or it would hold nothing.
    for (let left = ROOM_BYTES - held; left > 0; left -= STEP_BYTES)
      await handle.write(Buffer.alloc(Math.min(left, STEP_BYTES)));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function heldBytes(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function freeBeside(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize;
}
