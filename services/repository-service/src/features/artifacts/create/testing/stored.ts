// For tests: what lies in the folder of the `fs` store and in the spool.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from '../../../../testing/service.ts';

/** Paths of the stored segments. */
export async function segmentsOf({ storeFolder }: TestService): Promise<string[]> {
  const names = await readdir(storeFolder, { recursive: true });
  return names.filter((name) => name.endsWith('.warc.gz')).sort();
}

/** Files of writes that are not finished, or were given up and not removed. */
export async function unfinishedIn({ storeFolder, spoolFolder }: TestService): Promise<string[]> {
  const spooled = await readdir(spoolFolder).catch(() => []);
  return [...(await readdir(join(storeFolder, 'tmp'))), ...spooled];
}

export async function segmentBytes(service: TestService, name: string): Promise<Buffer> {
  return readFile(join(service.storeFolder, name));
}
