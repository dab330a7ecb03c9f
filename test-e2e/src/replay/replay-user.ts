// Creates the user for replay tools that docs/replay.md describes.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '@holdfast/testkit';
import { readAddUserArguments } from './replay-page.ts';

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

export const replayUser = 'replay';

/** Runs the documented command that creates the user. Returns the path of the users file. */
export async function createReplayUsersFile(password: string): Promise<string> {
  const folder = await createTemporaryFolder();
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${password}\n`);
  const usersFile = join(folder, 'users.json');
  const words = [...readAddUserArguments(), '--password-file', passwordFile, '--file', usersFile];
  await promisify(execFile)(process.execPath, [program, ...words], { cwd: folder });
  return usersFile;
}
