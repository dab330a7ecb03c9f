// `holdfast user …`: adds, removes and lists the users of a users file, and hashes passwords. Loaded only when asked for:
// what it needs to hash is slow to start.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  entriesOf,
  fieldRoles,
  findEntry,
  hashPassword,
  mapUserName,
  whyNotUserName,
  withoutUser,
  withUser,
} from '@holdfast/accounts';
import { printable, UsageError } from '@holdfast/cli-kit';
import { newPassword, type PasswordSource } from './new-password.ts';
import type { AddUserCommand, UserCommand } from './user-arguments.ts';
import { changeDocument, readDocument } from './users-file.ts';

export interface UserTools extends Omit<PasswordSource, 'file'> {
  readonly output: { write(text: string): unknown };
  /** The node that runs in this clone; undefined when none does. */
  readonly node?: RunningUsers | undefined;
}

interface RunningUsers {
  readonly dataFolder: string;
  /** Absolute; undefined: it reads none. */
  readonly usersFile?: string | undefined;
}

/** Throws `UsageError`. */
export async function runUser(tools: UserTools, command: UserCommand): Promise<void> {
  switch (command.action) {
    case 'add':
      return addUser(tools, command);
    case 'remove':
      return removeUser(tools, command);
    case 'list':
      return listUsers(tools, command.file);
    case 'hash': {
      const password = await newPassword({ ...tools, file: command.passwordFile });
      tools.output.write(`${await hashPassword(password)}\n`);
    }
  }
}

async function addUser(tools: UserTools, command: AddUserCommand): Promise<void> {
  const { file } = command;
  checkRoles(command.roles);
  const before = findEntry(await readDocument(file, []), command.name);
  const isThere = before !== undefined;
  // A name from before names were checked keeps working.
  const name = before?.name ?? newName(command.name);
  if (isThere && !command.replace)
    throw new UsageError(`There is a user ${printable(name)} already; --replace changes it.`);
  const password = await hashPassword(await newPassword({ ...tools, file: command.passwordFile }));
  // Asking takes its time, and others may have changed the file meanwhile.
  await changeDocument(file, (document) =>
    withUser(document, { name, password, roles: [...new Set(command.roles)] }),
  );
  const done = isThere ? 'was changed' : 'was added';
  tools.output.write(`${printable(name)} ${done} in ${file}. ${await noticeWords(tools, file)}\n`);
}

async function removeUser(tools: UserTools, { name, file }: { name: string; file: string }): Promise<void> {
  if (findEntry(await readDocument(file), name) === undefined)
    throw new UsageError(`There is no user ${printable(name)} in ${file}.`);
  await changeDocument(file, (document) => withoutUser(document, name));
  tools.output.write(`${printable(name)} was removed from ${file}. ${await noticeWords(tools, file)}\n`);
}

/** Says who reads the file: only a node that does will know the user. */
async function noticeWords({ node }: UserTools, file: string): Promise<string> {
  if (node === undefined)
    return 'No node runs in this clone now; services read the file when their USERS_FILE names it.';
  const { dataFolder, usersFile } = node;
  if (usersFile !== undefined && (await isSameFile(file, usersFile)))
    return `The node that runs on ${dataFolder} takes note within seconds.`;
  const read = usersFile === undefined ? 'no users file' : usersFile;
  return `The node that runs on ${dataFolder} does not read this file: it reads ${read}.`;
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const real = (file: string) => realpath(file).catch(() => resolve(file));
  return (await real(a)) === (await real(b));
}

async function listUsers({ output }: UserTools, file: string): Promise<void> {
  for (const { name, roles, disabled } of entriesOf(await readDocument(file))) {
    const held = roles.map(printable).join(' ') || '(no role)';
    output.write(`${printable(name)}\t${held}${disabled ? '\t(disabled)' : ''}\n`);
  }
}

/** Throws `UsageError`. */
function newName(typed: string): string {
  const name = mapUserName(typed);
  const fault = whyNotUserName(name);
  if (fault === undefined) return name;
  throw new UsageError(
    `The user name ${printable(JSON.stringify(typed))} cannot be given: ${fault}. A user name has 1 to 256 characters, ` +
      'no colon and no control characters, and spaces only between others (RFC 8265).',
  );
}

function checkRoles(roles: readonly string[]): void {
  const unknown = roles.find((role) => !fieldRoles.includes(role));
  if (unknown !== undefined) {
    throw new UsageError(`There is no role ${printable(unknown)}. There are ${fieldRoles.join(', ')}.`);
  }
  if (roles.length === 0)
    throw new UsageError(`Which role? Give at least one --role of ${fieldRoles.join(', ')}.`);
}
