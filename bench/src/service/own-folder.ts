// Folders that benchmarks keep what is theirs in, and remove.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function makeOwnFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  // PostgreSQL refuses root: its server then runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
