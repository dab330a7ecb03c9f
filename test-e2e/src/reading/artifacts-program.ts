// The program artifacts.py, as docs/reading-without-holdfast.md prints it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@holdfast/testkit';
import { printed } from '../replay/replay-page.ts';

const page = new URL('../../../docs/reading-without-holdfast.md', import.meta.url);

/** Answers the path of the file. */
export async function writeArtifactsProgram(): Promise<string> {
  const path = join(await temporaryFolder(), 'artifacts.py');
  await writeFile(path, printed('python', 'import gzip', page));
  return path;
}
