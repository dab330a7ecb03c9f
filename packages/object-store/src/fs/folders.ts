// Folders that outlive a crash: a new folder is only there for good once the folder above it was synced.
// Not the syncing of files (writer.ts).
import { dirname } from 'node:path';
import { codeOf, type Disk, orMissing } from './disk.ts';

const MAX_REMEMBERED = 50_000;

/** Makes folders under one root and remembers which are known to be durable, to sync each only once. */
export class DurableFolders {
  readonly #disk: Disk;
  readonly #root: string;
  #durable = new Set<string>();

  constructor(disk: Disk, root: string) {
    this.#disk = disk;
    this.#root = root;
  }

  /**
   * Makes `folder` (below the root) with all above it. Whoever made one of them, its entry is synced before
   * this resolves: another process may have made it and not have come to sync it yet.
   */
  async make(folder: string): Promise<void> {
    if (folder === this.#root || this.#durable.has(folder)) return;
    const above = dirname(folder);
    await this.make(above);
    await makeFolder(this.#disk, folder);
    await this.sync(above);
    if (this.#durable.size >= MAX_REMEMBERED) this.#durable = new Set();
    this.#durable.add(folder);
  }

  forget(): void {
    this.#durable = new Set();
  }

  async sync(folder: string): Promise<void> {
    await syncFolder(this.#disk, folder);
  }
}

/**
 * Makes the root of a store with all above it, and syncs every folder above it in which one is new. One by one: where
 * the system says of a folder to be made that it is not there, as under /proc, Node's recursive mkdir tries for ever.
 */
export async function makeRoot(disk: Disk, root: string): Promise<void> {
  if (await orMissing(disk.stat(root))) return;
  const above = dirname(root);
  await makeRoot(disk, above);
  await makeFolder(disk, root);
  await syncFolder(disk, above);
}

export async function syncFolder(disk: Disk, folder: string): Promise<void> {
  const handle = await disk.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function makeFolder(disk: Disk, folder: string): Promise<void> {
  try {
    await disk.mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
