// The logins defined by settings: an administrator, and other services of the node with the few rights they need.
import type { Log } from '@holdfast/service-kit';
import type { ScryptCost } from './password.ts';
import { PLUGIN_STORE_ROLE } from './roles.ts';
import type { BuiltInCredentials } from './user-store.ts';
import { createUsers, type RefreshableUsers } from './users.ts';

interface LoginSettings {
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly readerUser: string;
  readonly readerPassword: string | undefined;
  /** Undefined for services without such a login. */
  readonly storingUser?: string | undefined;
  readonly storingPassword?: string | undefined;
  readonly usersFile: string | undefined;
  /**
   * Cost of a login as one of these users. It is not a setting. Only tests change it, because they log in to hundreds
   * of services.
   */
  readonly loginCost?: ScryptCost | undefined;
}

/** Returns a sentence for each fault in the settings: no login at all, or two logins with the same name. */
export function findLoginFaults(settings: LoginSettings): string[] {
  const { adminPassword, storingUser, storingPassword, usersFile } = settings;
  if (adminPassword === undefined && usersFile === undefined)
    return ['ADMIN_PASSWORD or USERS_FILE must be set, or nobody could log in'];
  if ((storingUser === undefined) !== (storingPassword === undefined))
    return ['PLUGIN_STORE_USER and PLUGIN_STORE_PASSWORD must be set together'];
  const all = builtIns(settings);
  const same = all.flatMap((one, place) => {
    const other = all.slice(0, place).find(({ name }) => name === one.name);
    return other === undefined ? [] : [`${other.user} and ${one.user} must be two names`];
  });
  return same.slice(0, 1);
}

export interface ConfiguredLogin {
  readonly name: string;
  readonly role: string;
  /** Name of the setting that holds the password. */
  readonly setting: string;
}

interface OfSetting extends ConfiguredLogin, BuiltInCredentials {
  /** Name of the setting that holds the user name. */
  readonly user: string;
}

function builtIns(settings: LoginSettings): OfSetting[] {
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

export function createConfiguredUsers(
  settings: LoginSettings,
  log: Log,
  onChange?: () => void,
): Promise<RefreshableUsers> {
  const { usersFile, loginCost } = settings;
  return createUsers({
    ...(usersFile !== undefined && { file: usersFile }),
    ...(loginCost !== undefined && { cost: loginCost }),
    builtIn: builtIns(settings),
    log,
    ...(onChange && { onChange }),
  });
}

/** Returns those details of the logins that administrators may see. */
export function listConfiguredLogins(settings: LoginSettings): ConfiguredLogin[] {
  return builtIns(settings).map(({ name, role, setting }) => ({ name, role, setting }));
}
