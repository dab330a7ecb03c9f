// Lists and changes the users who may log in to this service. Users in the users file can be changed if the file is
// writable. Users in the settings cannot be changed.
import {
  type AccessAction,
  changeProviderAccess,
  changeUserAccess,
  computeFileStamp,
  findProviderEntry,
  findUserEntry,
  findUserNameFault,
  hashPassword,
  isSameUserName,
  listProviderEntries,
  listUserEntries,
  mapUserName,
  putUserEntry,
  removeUserEntry,
  type UserEntry,
  type UsersDocument,
} from '@holdfast/accounts';
import {
  makeBadUserNameError,
  makeLoginExistsError,
  makeLoginFromSettingError,
  makeUnknownLoginError,
  makeUnknownProviderUserError,
} from '../errors/catalogue.ts';
import {
  changeUsers,
  readChangeableUsers,
  requireChangeableUsers,
  type UsersFileDeps,
} from './change-users.ts';

export interface LoginsDeps extends UsersFileDeps {
  /** Hashes a password for the users file. Default: scrypt with the default cost. */
  readonly hash?: (password: string) => Promise<string>;
}

export interface ListedLogin {
  readonly name: string;
  readonly roles: readonly string[];
  readonly disabled: boolean;
  /** Source of the login: `USERS_FILE`, or the name of the setting with its password. */
  readonly from: string;
}

interface ListedProviderUser {
  readonly subject: string;
  readonly disabled: boolean;
}

export interface ListedLogins {
  readonly logins: readonly ListedLogin[];
  /** Users of the OpenID Connect provider who have an entry in the users file. */
  readonly providerUsers: readonly ListedProviderUser[];
  /** Users file. Null if there is none. */
  readonly file: {
    readonly path: string;
    /**
     * Revision of the users file, derived from its content. All processes that read the same content get the same
     * revision. Null if the file cannot be read.
     */
    readonly revision: string | null;
    /** Reason why this service cannot change the file. Null if the file can be changed. */
    readonly whyFixed: string | null;
  } | null;
}

export async function listLogins({ ofSettings, file }: LoginsDeps): Promise<ListedLogins> {
  const fixed = ofSettings.map(
    ({ name, role, setting }): ListedLogin => ({
      name,
      roles: [role],
      disabled: false,
      from: setting,
    }),
  );
  if (file === undefined) return { logins: fixed, file: null, providerUsers: [] };
  const revision = await computeFileStamp(file).catch(() => null);
  const { document, whyFixed } = await readChangeableUsers(file);
  const others = listUserEntries(document).filter(
    ({ name }) => !fixed.some((one) => isSameUserName(one.name, name)),
  );
  const ofFile = others.map(
    ({ name, roles, disabled = false }): ListedLogin => ({
      name,
      roles,
      disabled,
      from: 'USERS_FILE',
    }),
  );
  return {
    logins: [...fixed, ...ofFile],
    file: { path: file, revision, whyFixed: whyFixed ?? null },
    providerUsers: listProviderEntries(document).map(({ subject, disabled = false }) => ({
      subject,
      disabled,
    })),
  };
}

export interface NewLogin {
  readonly name: string;
  readonly password: string;
  readonly roles: readonly string[];
}

/** Adds a login. Maps its name according to RFC 8265. Throws ApiError 400, 409 or 503. */
export async function addLogin(deps: LoginsDeps, { name: given, password, roles }: NewLogin): Promise<void> {
  const name = mapUserName(given);
  const fault = findUserNameFault(name);
  if (fault !== undefined) throw makeBadUserNameError(fault);
  refuseSetting(deps, name);
  const refuseKnown = (document: UsersDocument): void => {
    if (findUserEntry(document, name) !== undefined) throw makeLoginExistsError(name);
  };
  // Checks for an existing name before hashing the password, because hashing is slow.
  refuseKnown(await requireChangeableUsers(deps));
  const hash = await hashLoginPassword(deps, password);
  await changeUsers(deps, (document) => {
    refuseKnown(document);
    return putUserEntry(document, { name, password: hash, roles });
  });
}

export interface LoginChange {
  readonly password?: string | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly disabled?: boolean | undefined;
}

/** Changes those fields of a login that are set in `change`. Throws ApiError 404, 409 or 503. */
export async function changeLogin(deps: LoginsDeps, name: string, change: LoginChange): Promise<void> {
  refuseSetting(deps, name);
  const hash = change.password === undefined ? undefined : await hashLoginPassword(deps, change.password);
  await changeUsers(deps, (document) => {
    const { disabled = false, name: stored } = requireEntry(document, name);
    const wanted = change.disabled ?? disabled;
    const changed =
      wanted === disabled ? document : changeUserAccess(document, stored, wanted ? 'disable' : 'enable');
    return putUserEntry(changed, {
      ...requireEntry(changed, stored),
      ...(hash !== undefined && { password: hash }),
      ...(change.roles !== undefined && { roles: change.roles }),
    });
  });
}

export interface ProviderUserChange {
  readonly subject: string;
  readonly action: AccessAction;
}

/** Changes the access of a user of the OpenID Connect provider. Throws ApiError 404, 409 or 503. */
export async function changeProviderUser(
  deps: LoginsDeps,
  { subject, action }: ProviderUserChange,
): Promise<void> {
  await changeUsers(deps, (document) => {
    // Users without an entry are never disabled, so enabling one is probably a mistake.
    if (action === 'enable' && findProviderEntry(document, subject) === undefined)
      throw makeUnknownProviderUserError(subject);
    return changeProviderAccess(document, subject, action);
  });
}

/** Removes a login. Throws ApiError 404, 409 or 503. */
export async function removeLogin(deps: LoginsDeps, name: string): Promise<void> {
  refuseSetting(deps, name);
  await changeUsers(deps, (document) => removeUserEntry(document, requireEntry(document, name).name));
}

const hashLoginPassword = ({ hash = hashPassword }: LoginsDeps, password: string): Promise<string> =>
  hash(password);

function requireEntry(document: UsersDocument, name: string): UserEntry {
  const entry = findUserEntry(document, name);
  if (entry === undefined) throw makeUnknownLoginError(name);
  return entry;
}

function refuseSetting({ ofSettings }: LoginsDeps, name: string): void {
  const found = ofSettings.find(
    (one) => isSameUserName(one.name, name) || isSameUserName(mapUserName(one.name), name),
  );
  if (found !== undefined) throw makeLoginFromSettingError(name, found.setting);
}
