// Test helper: a users file with one user per role, and some users without a role.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from '@holdfast/accounts';
import { createTemporaryFolder, formatBasicAuth } from '@holdfast/testkit';

const roles = {
  reader: ['accessContentRole'],
  writer: ['contentAdminRole'],
  carrier: ['auAdminRole'],
  chief: ['userAdminRole'],
  nobody: [],
};
const password = 'a: b';

export type RoleUser = keyof typeof roles;
export const roleUsers = Object.keys(roles) as RoleUser[];
export const as = (user: RoleUser) => formatBasicAuth(user, password);

/** Writes the users file and returns its path. */
export async function writeRoleUsersFile(): Promise<string> {
  const file = join(await createTemporaryFolder(), 'users.json');
  const hash = await hashPassword(password, { logN: 4, r: 8, p: 1 });
  const users = Object.entries(roles).map(([name, has]) => ({ name, password: hash, roles: has }));
  await writeFile(file, JSON.stringify(users));
  return file;
}
