// Damages the stored record of an artifact without going through the services.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRepositoryClient } from '@holdfast/client';
import type { EmptyNode } from './empty-node.ts';

const COPIED_MS = 60_000;

/** Flips a bit in the middle of the record, in all stores or in the given folders of stores. */
export async function damageRecord(
  node: EmptyNode,
  uuid: string,
  folders: readonly string[] = node.storeFolders,
): Promise<void> {
  const { user, password, repositoryUrl } = node;
  const client = createRepositoryClient({ url: repositoryUrl, user, password });
  const { pathname, searchParams } = new URL((await client.artifact({ uuid })).storageUrl!);
  const [offset, length] = ['offset', 'length'].map((name) => Number(searchParams.get(name)));
  const key = decodeURIComponent(pathname.slice(pathname.indexOf('/ns/')));
  for (const folder of folders) {
    const path = join(folder, 'objects', key);
    await waitForFile(path);
    const bytes = await readFile(path);
    bytes[offset! + Math.floor(length! / 2)]! ^= 1;
    await writeFile(path, bytes);
  }
}

/** Waits until the service has copied an object to a store. */
async function waitForFile(path: string): Promise<void> {
  const endMs = Date.now() + COPIED_MS;
  while (!existsSync(path)) {
    if (Date.now() > endMs) throw new Error(`${path} does not exist`);
    await sleep(50);
  }
}
