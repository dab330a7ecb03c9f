// `holdfast user …`: adds, removes and lists the users of a users file, and hashes passwords. Loaded only when asked for:
// what it needs to hash is slow to start.
import { entriesOf, fieldRoles, findEntry, hashPassword, withoutUser, withUser } from '@holdfast/http-kit';
import { printable } from '../terminal/format.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { newPassword, type PasswordSource } from './new-password.ts';
import type { AddUserCommand, UserCommand } from './user-arguments.ts';
import { changeDocument, readDocument } from './users-file.ts';

export interface UserTools extends Omit<PasswordSource, 'file'> {
  readonly output: { write(text: string): unknown };
}

const MAX_NAME_CHARACTERS = 256;

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
  const { name, file } = command;
  checkName(name);
  checkRoles(command.roles);
  const isThere = findEntry(await readDocument(file, []), name) !== undefined;
  if (isThere && !command.replace)
    throw new UsageError(`There is a user ${printable(name)} already; --replace changes it.`);
  const password = await hashPassword(await newPassword({ ...tools, file: command.passwordFile }));
  // Asking takes its time, and others may have changed the file meanwhile.
  await changeDocument(file, (document) =>
    withUser(document, { name, password, roles: [...new Set(command.roles)] }),
  );
  const done = isThere ? 'was changed' : 'was added';
  tools.output.write(`${printable(name)} ${done}; services that run take note within seconds.\n`);
}

async function removeUser(
  { output }: UserTools,
  { name, file }: { name: string; file: string },
): Promise<void> {
  if (findEntry(await readDocument(file), name) === undefined)
    throw new UsageError(`There is no user ${printable(name)} in ${file}.`);
  await changeDocument(file, (document) => withoutUser(document, name));
  output.write(`${printable(name)} was removed; services that run take note within seconds.\n`);
}

async function listUsers({ output }: UserTools, file: string): Promise<void> {
  for (const { name, roles, disabled } of entriesOf(await readDocument(file))) {
    const held = roles.map(printable).join(' ') || '(no role)';
    output.write(`${printable(name)}\t${held}${disabled ? '\t(disabled)' : ''}\n`);
  }
}

function checkName(name: string): void {
  if (name === '' || name.length > MAX_NAME_CHARACTERS || /[:\p{Cc}]/u.test(name)) {
    throw new UsageError(
      `A user name has 1 to ${MAX_NAME_CHARACTERS} characters, no colon and no control characters.`,
    );
  }
}

function checkRoles(roles: readonly string[]): void {
  const unknown = roles.find((role) => !fieldRoles.includes(role));
  if (unknown !== undefined) {
    throw new UsageError(`There is no role ${printable(unknown)}. There are ${fieldRoles.join(', ')}.`);
  }
  if (roles.length === 0)
    throw new UsageError(`Which role? Give at least one --role of ${fieldRoles.join(', ')}.`);
}
