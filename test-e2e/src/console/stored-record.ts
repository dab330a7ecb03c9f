// Damages the stored record of an artifact without going through the services.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRepositoryClient } from '@holdfast/client';
import type { EmptyNode } from './empty-node.ts';

/** Flips a bit in the middle of the record. */
export async function damageRecord(node: EmptyNode, uuid: string): Promise<void> {
  const { user, password, repositoryUrl } = node;
  const client = createRepositoryClient({ url: repositoryUrl, user, password });
  const { pathname, searchParams } = new URL((await client.artifact({ uuid })).storageUrl!);
  const [offset, length] = ['offset', 'length'].map((name) => Number(searchParams.get(name)));
  const path = join(node.storeFolder, 'objects', decodeURIComponent(pathname.slice(1)));
  const bytes = await readFile(path);
  bytes[offset! + Math.floor(length! / 2)]! ^= 1;
  await writeFile(path, bytes);
}
