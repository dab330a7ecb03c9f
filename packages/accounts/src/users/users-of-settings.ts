// The logins that settings make: an administrator, and other services of the node, each with no more than it needs.
import type { Log } from '@holdfast/service-kit';
import type { ScryptCost } from './password.ts';
import { PLUGIN_STORE_ROLE } from './roles.ts';
import type { BuiltIn } from './user-store.ts';
import { type CheckedUsers, createUsers } from './users.ts';

interface LoginSettings {
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly readerUser: string;
  readonly readerPassword: string | undefined;
  /** Only of a service that has such a login. */
  readonly storingUser?: string | undefined;
  readonly storingPassword?: string | undefined;
  readonly usersFile: string | undefined;
  /** Cost of a login as one of these users. No setting: tests start hundreds of services and log in to each of them. */
  readonly loginCost?: ScryptCost | undefined;
}

/** Says what is wrong when nobody could log in, or one name would stand for two; empty when all is well. */
export function loginFaults(settings: LoginSettings): string[] {
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

/** A user from settings. */
export interface LoginOfSetting {
  readonly name: string;
  readonly role: string;
  /** The setting that its password is. */
  readonly setting: string;
}

interface OfSetting extends LoginOfSetting, BuiltIn {
  /** The setting that its name is. */
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

export function usersOfSettings(
  settings: LoginSettings,
  log: Log,
  onChange?: () => void,
): Promise<CheckedUsers> {
  const { usersFile, loginCost } = settings;
  return createUsers({
    ...(usersFile !== undefined && { file: usersFile }),
    ...(loginCost !== undefined && { cost: loginCost }),
    builtIn: builtIns(settings),
    log,
    ...(onChange && { onChange }),
  });
}

/** Gives what those who administer are told of these logins. */
export function loginsOfSettings(settings: LoginSettings): LoginOfSetting[] {
  return builtIns(settings).map(({ name, role, setting }) => ({ name, role, setting }));
}
