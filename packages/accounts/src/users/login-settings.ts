// Checks the settings for logins of the administrator and of the node's other services. `npm start` loads this file
// without the rest of the package.
import type { ScryptCost } from './password.ts';
import { PLUGIN_STORE_ROLE } from './roles.ts';
import type { BuiltInCredentials } from './user-store.ts';

export interface LoginSettings {
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly readerUser: string;
  readonly readerPassword: string | undefined;
  /** User name with which another service stores plugin registries. Undefined if the service has no such login. */
  readonly storingUser?: string | undefined;
  readonly storingPassword?: string | undefined;
  readonly usersFile: string | undefined;
  /**
   * Hashing cost for logins of these users, and for new passwords. This is not a setting. Tests lower the cost, because
   * they log in to hundreds of services.
   */
  readonly loginCost?: ScryptCost | undefined;
}

/**
 * Returns one sentence about the first fault in the settings: no login, an incomplete login, or two logins with the
 * same name. Returns an empty array if the settings are valid.
 */
export function findLoginFaults(settings: LoginSettings): string[] {
  const { adminPassword, storingUser, storingPassword, usersFile } = settings;
  if (adminPassword === undefined && usersFile === undefined)
    return ['ADMIN_PASSWORD or USERS_FILE must be set, or nobody could log in'];
  if ((storingUser === undefined) !== (storingPassword === undefined))
    return ['PLUGIN_STORE_USER and PLUGIN_STORE_PASSWORD must be set together'];
  const all = listBuiltInLogins(settings);
  const same = all.flatMap((one, place) => {
    const other = all.slice(0, place).find(({ name }) => name === one.name);
    return other === undefined ? [] : [`${other.user} and ${one.user} must be different names`];
  });
  return same.slice(0, 1);
}

export interface ConfiguredLogin {
  readonly name: string;
  readonly role: string;
  /** Name of the setting with the password. */
  readonly setting: string;
}

interface BuiltInLogin extends ConfiguredLogin, BuiltInCredentials {
  /** Name of the setting with the user name. */
  readonly user: string;
}

/** Returns the users whose passwords are in the settings. */
export function listBuiltInLogins(settings: LoginSettings): BuiltInLogin[] {
  const { adminUser, adminPassword, readerUser, readerPassword, storingUser, storingPassword } = settings;
  const one = (of: string, role: string, name: string | undefined, password: string | undefined) =>
    name === undefined || password === undefined
      ? []
      : [{ name, password, role, user: `${of}_USER`, setting: `${of}_PASSWORD` }];
  return [
    ...one('ADMIN', 'userAdminRole', adminUser, adminPassword),
    ...one('READER', 'accessContentRole', readerUser, readerPassword),
    ...one('PLUGIN_STORE', PLUGIN_STORE_ROLE, storingUser, storingPassword),
  ];
}
