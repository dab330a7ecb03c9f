// Changes the users file on behalf of a request, and converts failures to ApiErrors.
import { stat } from 'node:fs/promises';
import {
  type ConfiguredLogin,
  changeUsersFile,
  findChangeObstacle,
  listUserEntries,
  ProviderEntriesError,
  readUsersDocument,
  type UsersDocument,
  UsersFileLockedError,
} from '@holdfast/accounts';
import {
  makeLastAdministratorError,
  makeUsersFileError,
  makeUsersFileLockedError,
} from '../errors/catalogue.ts';

export interface UsersFileDeps {
  readonly ofSettings: readonly ConfiguredLogin[];
  /** Path of the users file. Undefined if USERS_FILE is not set. */
  readonly file: string | undefined;
  /** Makes all processes read the users file again. Resolves when the change is in effect. */
  readonly reread: () => Promise<void>;
}

/** Changes the users file. Throws ApiError 409 or 503. */
export async function changeUsers(
  { ofSettings, file, reread }: UsersFileDeps,
  change: (document: UsersDocument) => UsersDocument,
): Promise<void> {
  await requireChangeableUsers({ file });
  const isCareless = ofSettings.every(({ role }) => role !== 'userAdminRole');
  try {
    await changeUsersFile(file!, (before) => {
      const after = change(before);
      if (isCareless && hasAdministrator(before) && !hasAdministrator(after))
        throw makeLastAdministratorError();
      return after;
    });
  } catch (error) {
    if (error instanceof UsersFileLockedError) throw makeUsersFileLockedError();
    if (error instanceof ProviderEntriesError) throw makeUsersFileError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : makeUsersFileError(`it cannot be written (${code})`);
  }
  await reread();
}

const hasAdministrator = (document: UsersDocument): boolean =>
  listUserEntries(document).some(({ roles, disabled }) => !disabled && roles.includes('userAdminRole'));

/** Returns the content of the users file. Throws ApiError 409 if the file cannot be changed. */
export async function requireChangeableUsers({ file }: Pick<UsersFileDeps, 'file'>): Promise<UsersDocument> {
  if (file === undefined) throw makeUsersFileError('there is none: USERS_FILE is not set');
  const { document, whyFixed } = await readChangeableUsers(file);
  if (whyFixed !== undefined) throw makeUsersFileError(whyFixed);
  return document;
}

interface ChangeableUsers {
  /** Content of the users file. Empty if the file cannot be read. */
  readonly document: UsersDocument;
  readonly whyFixed?: string;
}

/** Reads the users file, and checks whether this process can change it. */
export async function readChangeableUsers(file: string): Promise<ChangeableUsers> {
  try {
    await stat(file);
  } catch {
    return { document: [], whyFixed: 'it is not there' };
  }
  try {
    const document = await readUsersDocument(file);
    const code = await findChangeObstacle(file);
    return code === undefined ? { document } : { document, whyFixed: `it cannot be written (${code})` };
  } catch {
    return { document: [], whyFixed: 'it cannot be read or is not a users file' };
  }
}
