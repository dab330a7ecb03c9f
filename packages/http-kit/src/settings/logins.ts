// The logins that settings make: an administrator, and other services of the node, each with no more than it needs.
import type { BuiltIn } from '../auth/built-in.ts';
import type { LoginOfSetting } from '../auth/logins.ts';
import { MIN_PASSWORD_CHARACTERS } from '../auth/password.ts';
import { PLUGIN_STORE_ROLE } from '../auth/roles.ts';
import { type CheckedUsers, createUsers } from '../auth/users.ts';
import type { Log } from '../observe/log.ts';

export interface LoginSettings {
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly readerUser: string;
  readonly readerPassword: string | undefined;
  /** Only of a service that has such a login. */
  readonly storingUser?: string | undefined;
  readonly storingPassword?: string | undefined;
  readonly usersFile: string | undefined;
}

/** The settings of a login as which another service stores plugin registries, for the service that lets it in. */
export const storingSpec = {
  storingUser: {
    kind: 'string',
    name: 'PLUGIN_STORE_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    defaultText: 'none: then there is no such user',
    about:
      'name of a user that may do nothing but read, and add artifacts to the AUs of plugin registries, as the configuration service does',
  },
  storingPassword: {
    kind: 'secret',
    name: 'PLUGIN_STORE_PASSWORD',
    minLength: MIN_PASSWORD_CHARACTERS,
    about: 'password of that user',
  },
} as const;

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
  const { usersFile } = settings;
  return createUsers({
    ...(usersFile === undefined ? {} : { file: usersFile }),
    builtIn: builtIns(settings),
    log,
    ...(onChange && { onChange }),
  });
}

/** Gives what those who administer are told of these logins. */
export function loginsOfSettings(settings: LoginSettings): LoginOfSetting[] {
  return builtIns(settings).map(({ name, role, setting }) => ({ name, role, setting }));
}
