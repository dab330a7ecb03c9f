// Extracts the program artifacts.py from docs/reading-without-holdfast.md.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { readCodeBlock } from '../replay/replay-page.ts';

const page = new URL('../../../docs/reading-without-holdfast.md', import.meta.url);

/** Writes the program to a file and returns the file's path. */
export async function writeArtifactsProgram(): Promise<string> {
  const path = join(await createTemporaryFolder(), 'artifacts.py');
  await writeFile(path, readCodeBlock('python', 'import gzip', page));
  return path;
}
