// The file of further users in the data folder, which is there from the first start on, so that the console can add some.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '@holdfast/service-kit/text';
import { StartupError } from './startup-error.ts';

/** Where it is; one that is there is left as it is. */
export async function usersFileIn(folder: string): Promise<string> {
  const file = join(folder, 'users.json');
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile('[]\n').finally(() => handle.close());
  } catch (error) {
    if (systemCode(error) !== 'EEXIST')
      throw new StartupError(`The users file ${file} cannot be made (${systemCode(error)}).`);
  }
  return file;
}
