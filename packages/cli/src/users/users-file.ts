// Reads and changes the users file. Converts errors to messages for the user.
import { readFile } from 'node:fs/promises';
import {
  changeUsersFile,
  parseUsersDocument,
  type UsersDocument,
  UsersFileLockedError,
} from '@holdfast/accounts';
import { UsageError } from '@holdfast/cli-kit';
import { readSystemCode } from '@holdfast/service-kit/text';

/** Reads the users file. Returns `whenMissing`, if set, when the file does not exist. Throws `UsageError`. */
export async function readUsersDocument(file: string, whenMissing?: UsersDocument): Promise<UsersDocument> {
  try {
    return parseUsersDocument(await readFile(file, 'utf8'));
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT' && whenMissing !== undefined) return whenMissing;
    if (readSystemCode(error) === 'ENOENT') throw new UsageError(`${file} does not exist.`);
    throw toUsersFileError(file, 'read', error);
  }
}

/** Changes the users file with `change`. Throws `UsageError`. */
export async function changeUsers(
  file: string,
  change: (document: UsersDocument) => UsersDocument,
): Promise<void> {
  await changeUsersFile(file, change).catch((error: unknown) => {
    throw toUsersFileError(file, 'written', error);
  });
}

function toUsersFileError(file: string, what: string, error: unknown): Error {
  if (error instanceof UsageError) return error;
  const code = readSystemCode(error);
  if (code === 'ENOENT')
    return new UsageError(
      `${file} cannot be ${what} (ENOENT): there is no such folder. Name another file with --file.`,
    );
  if (code !== undefined) return new UsageError(`${file} cannot be ${what} (${code}).`);
  if (error instanceof UsersFileLockedError) return new UsageError(`${error.message}.`);
  return new UsageError(`The file cannot be used: ${(error as Error).message}.`);
}
