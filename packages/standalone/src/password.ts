// Generates the secrets of a node at its first start: the passwords of the administrator and of the configuration
// service's two logins to the repository service (for reading and for storing), and the key that signs sessions. Stores
// them in the data folder, readable by its owner only.
import { existsSync } from 'node:fs';
import { chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readSystemCode } from '@holdfast/service-kit/text';
import { StartupError } from './startup-error.ts';

export interface StoredPassword {
  readonly password: string;
  /** Path of the file with the password. */
  readonly file: string;
  /** True if the password has never been printed. */
  readonly made: boolean;
  /** Call after printing the password; later starts do not print it. */
  shown(): Promise<void>;
}

/** Letters and digits, without those that look similar (0 o, 1 l i, u v). */
const ALPHABET = 'abcdefghjkmnpqrstwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** Returns the secret stored in `folder`, or generates and stores one durably. */
export async function ensurePassword(
  random: { randomInt(below: number): number },
  folder: string,
  name: 'admin-password' | 'reader-password' | 'plugin-store-password' | 'session-secret',
): Promise<StoredPassword> {
  const file = join(folder, name);
  // Marker of a generated password that has not been printed yet.
  const unseen = `${file}.unseen`;
  const shown = () => rm(unseen, { force: true });
  const kept = await readPassword(file);
  if (kept !== undefined) return { password: kept, file, made: existsSync(unseen), shown };
  const password = generatePassword(random);
  await writeDurably(unseen, '');
  await writeDurably(file, `${password}\n`);
  return { password, file, made: true, shown };
}

/** Returns about 97 random bits as five groups of characters that are easy to read out and to type. */
export function generatePassword(random: { randomInt(below: number): number }): string {
  const letter = () => ALPHABET.charAt(random.randomInt(ALPHABET.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

async function readPassword(file: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return undefined;
    throw new StartupError(`The password file ${file} cannot be read (${readSystemCode(error)}).`);
  }
  const password = text.replace(/\r?\n$/, '');
  if (password === '') {
    throw new StartupError(`The password file ${file} is empty. Delete it to have a new password made.`);
  }
  await chmod(file, 0o600);
  return password;
}

/** Writes a temporary file, flushes it to disk, and renames it. */
async function writeDurably(file: string, text: string): Promise<void> {
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}
