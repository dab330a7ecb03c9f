// Creates users files for tests, for example a file with one user per role. Each of these users has the name of its
// role.
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

export interface FileUser {
  readonly name: string;
  readonly password: string;
  readonly roles: readonly ConsoleRole[];
}

/** Creates a users file with one user per role and returns its path. */
export function writeRoleUsersFile(): Promise<string> {
  return writeUsersFile(CONSOLE_ROLES.map((role) => ({ name: role, password: rolePassword, roles: [role] })));
}

/** Creates a users file and returns its path. Its password hashes are cheap, so that logins are fast. */
export async function writeUsersFile(users: readonly FileUser[]): Promise<string> {
  const file = join(await createTemporaryFolder(), 'users.json');
  const entries = users.map(({ name, password, roles }) => ({
    name,
    password: hashCheaply(password),
    roles,
  }));
  await writeFile(file, JSON.stringify(entries));
  return file;
}

function hashCheaply(password: string): string {
  const salt = randomBytes(16);
  const [text, key] = [salt, scryptSync(password, salt, 32, { N: 2 ** 4, r: 8, p: 1 })].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  );
  return `$scrypt$ln=4,r=8,p=1$${text}$${key}`;
}
