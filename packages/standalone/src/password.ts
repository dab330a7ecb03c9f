// Passwords that are made at the first start and kept in the data folder, readable by its owner alone: the
// administrator's, those by which the configuration service reads from the repository service and stores in it, and what
// sessions are signed with.
// Checking passwords is the services' business.
import { existsSync } from 'node:fs';
import { chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '@holdfast/service-kit/text';
import { StartupError } from './startup-error.ts';

export interface KeptPassword {
  readonly password: string;
  /** Where it is kept. */
  readonly file: string;
  /** Nobody has seen it yet: to be shown, this once. */
  readonly made: boolean;
  /** To be called when it has been shown: no later start shows it again. */
  shown(): Promise<void>;
}

/** Leaves out letters and digits that are read for one another (0 o, 1 l i, u v). */
const ALPHABET = 'abcdefghjkmnpqrstwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** The password kept in `folder` as `name`, or a new one when there is none yet. Durable when resolved. */
export async function keptPassword(
  random: { randomInt(below: number): number },
  folder: string,
  name: 'admin-password' | 'reader-password' | 'plugin-store-password' | 'session-secret',
): Promise<KeptPassword> {
  const file = join(folder, name);
  // Lies beside a password that was made in a start that was cut off before it was ready.
  const unseen = `${file}.unseen`;
  const shown = () => rm(unseen, { force: true });
  const kept = await readPassword(file);
  if (kept !== undefined) return { password: kept, file, made: existsSync(unseen), shown };
  const password = readablePassword(random);
  await writeDurably(unseen, '');
  await writeDurably(file, `${password}\n`);
  return { password, file, made: true, shown };
}

/** About 97 bits in five groups that can be read out and typed. */
export function readablePassword(random: { randomInt(below: number): number }): string {
  const letter = () => ALPHABET.charAt(random.randomInt(ALPHABET.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

async function readPassword(file: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new StartupError(`The password file ${file} cannot be read (${systemCode(error)}).`);
  }
  const password = text.replace(/\r?\n$/, '');
  if (password === '') {
    throw new StartupError(`The password file ${file} is empty. Delete it to have a new password made.`);
  }
  await chmod(file, 0o600);
  return password;
}

/** All or nothing, whatever the moment the power goes: a new file beside it, flushed, then given its name. */
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
