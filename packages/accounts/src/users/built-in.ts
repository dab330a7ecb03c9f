// Users whose names and passwords are settings. Their passwords are known as they are: no hash of them is made, which at
// start would cost each process a third of a second of processor time for each.
import { timingSafeEqual } from 'node:crypto';
import { type Account, stampOfPassword } from './account.ts';
import type { KnownUser } from './users-file.ts';

export interface BuiltIn {
  readonly name: string;
  readonly password: string;
  /** All that it may do. */
  readonly role: string;
}

/** `stamp`: of the password. */
export type BuiltInUser = Pick<KnownUser, 'name' | 'roles'> & Pick<Account, 'stamp'>;

/** By name; no two share one. */
export function builtInUsers(builtIns: readonly BuiltIn[]): Map<string, BuiltInUser> {
  const users = builtIns.map(({ name, password, role }) => ({
    name: name.normalize('NFC'),
    roles: [role],
    stamp: stampOfPassword(password),
  }));
  return new Map(users.map((user) => [user.name, user]));
}

/** Takes as long whatever the password. */
export function isPasswordOf({ stamp }: BuiltInUser, password: string): boolean {
  return timingSafeEqual(Buffer.from(stamp), Buffer.from(stampOfPassword(password)));
}
