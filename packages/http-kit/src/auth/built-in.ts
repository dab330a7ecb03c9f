// Users whose names and passwords are settings. Their passwords are known as they are: no hash of them is made, which at
// start would cost each process a third of a second of processor time for each.
import { timingSafeEqual } from 'node:crypto';
import { type Account, stampOfPassword } from './account.ts';
import { PLUGIN_STORE_ROLE } from './roles.ts';
import type { KnownUser } from './users-file.ts';

export interface BuiltIn {
  readonly name: string;
  readonly password: string;
}

/** `stamp`: of the password. */
export type BuiltInUser = Pick<KnownUser, 'name' | 'roles'> & Pick<Account, 'stamp'>;

export interface BuiltIns {
  /** One administrator (userAdminRole) who needs no file. Wins over a user of the same name in the file. */
  readonly admin?: BuiltIn;
  /** One user who may only read (accessContentRole) and needs no file either, as another service does. */
  readonly reader?: BuiltIn;
  /** One who may store plugin registries (pluginStoreRole), as another service does. */
  readonly pluginStore?: BuiltIn;
}

/** By name. The administrator wins over a reader of the same name. */
export function builtInUsers({ admin, reader, pluginStore }: BuiltIns): Map<string, BuiltInUser> {
  const users: BuiltInUser[] = [];
  if (pluginStore !== undefined) users.push(builtInUser(pluginStore, PLUGIN_STORE_ROLE));
  if (reader !== undefined) users.push(builtInUser(reader, 'accessContentRole'));
  if (admin !== undefined) users.push(builtInUser(admin, 'userAdminRole'));
  return new Map(users.map((user) => [user.name, user]));
}

function builtInUser({ name, password }: BuiltIn, role: string): BuiltInUser {
  return { name: name.normalize('NFC'), roles: [role], stamp: stampOfPassword(password) };
}

/** Takes as long whatever the password. */
export function isPasswordOf({ stamp }: BuiltInUser, password: string): boolean {
  return timingSafeEqual(Buffer.from(stamp), Buffer.from(stampOfPassword(password)));
}
