// Creates a users file with one user for each role, named like the role, and one user without roles.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from '@holdfast/accounts';
import { createTemporaryFolder, formatBasicAuth } from '@holdfast/testkit';

const roles = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'];
const password = 'a: b';

/** Returns the credentials of the user with this role, by default of the user without roles. */
export const as = (role = 'nobody'): string => formatBasicAuth(role, password);

/** Writes the users file and returns its path. */
export async function writeRoleUsersFile(): Promise<string> {
  const file = join(await createTemporaryFolder(), 'users.json');
  const hash = await hashPassword(password, { logN: 4, r: 8, p: 1 });
  const users = [...roles.map((role) => [role, [role]] as const), ['nobody', []] as const];
  await writeFile(file, JSON.stringify(users.map(([name, has]) => ({ name, password: hash, roles: has }))));
  return file;
}
