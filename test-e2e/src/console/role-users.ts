// Creates a users file with one user per role, named after the role.
import { randomBytes, scryptSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';

export const CONSOLE_ROLES = [
  'accessContentRole',
  'contentAdminRole',
  'auAdminRole',
  'userAdminRole',
] as const;
export type ConsoleRole = (typeof CONSOLE_ROLES)[number];

export const rolePassword = 'a long: enough one';

/** Creates the users file and returns its path. Its password hashes are cheap, so that logins are fast. */
export async function writeRoleUsersFile(): Promise<string> {
  const salt = randomBytes(16);
  const [text, key] = [salt, scryptSync(rolePassword, salt, 32, { N: 2 ** 4, r: 8, p: 1 })].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  );
  const password = `$scrypt$ln=4,r=8,p=1$${text}$${key}`;
  const file = join(await createTemporaryFolder(), 'users.json');
  await writeFile(
    file,
    JSON.stringify(CONSOLE_ROLES.map((role) => ({ name: role, password, roles: [role] }))),
  );
  return file;
}
