// Creates the users file in the data folder at the first start, so that users can be added in the console.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readSystemCode } from '@holdfast/service-kit/text';
import { StartupError } from './startup-error.ts';

/** Creates the file if it is missing. Returns its path. */
export async function ensureUsersFile(folder: string): Promise<string> {
  const file = join(folder, 'users.json');
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile('[]\n').finally(() => handle.close());
  } catch (error) {
    if (readSystemCode(error) !== 'EEXIST')
      throw new StartupError(`The users file ${file} cannot be made (${readSystemCode(error)}).`);
  }
  return file;
}
