// Creates and removes temporary folders of benchmarks.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function createBenchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  // If root starts the benchmark, PostgreSQL runs as another user, who must be able to access the folder.
  await chmod(folder, 0o755);
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
