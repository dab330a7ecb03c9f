// For tests: a users file with one user for each role, called like it, and one that has none.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from '@holdfast/accounts';
import { basicAuth, temporaryFolder } from '@holdfast/testkit';

const roles = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'];
const password = 'a: b';

/** The credentials of the user of a role; without one, of the user that has none. */
export const as = (role = 'nobody'): string => basicAuth(role, password);

/** The file's path. */
export async function roleUsersFile(): Promise<string> {
  const file = join(await temporaryFolder(), 'users.json');
  const hash = await hashPassword(password, { logN: 4, r: 8, p: 1 });
  const users = [...roles.map((role) => [role, [role]] as const), ['nobody', []] as const];
  await writeFile(file, JSON.stringify(users.map(([name, has]) => ({ name, password: hash, roles: has }))));
  return file;
}
