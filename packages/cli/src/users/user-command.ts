// `holdfast user`: adds, removes, disables and lists the users in a users file, and hashes passwords. Loaded on demand,
// because the hash library loads slowly.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  changeProviderAccess,
  changeUserAccess,
  findProviderEntry,
  findUserEntry,
  findUserNameFault,
  hashPassword,
  isProviderSubject,
  listProviderEntries,
  listUserEntries,
  lockssRoles,
  mapUserName,
  PROVIDER_PREFIX,
  putUserEntry,
  removeUserEntry,
} from '@holdfast/accounts';
import { escapeControls, UsageError } from '@holdfast/cli-kit';
import { type PasswordSource, readNewPassword } from './new-password.ts';
import type { AccessCommand, AddUserCommand, UserCommand } from './user-arguments.ts';
import { changeUsers, readUsersDocument } from './users-file.ts';

export interface UserTools extends Omit<PasswordSource, 'file'> {
  readonly output: { write(text: string): unknown };
  /** Node running in this clone. Undefined if no node is running. */
  readonly node?: UsersFileLocation | undefined;
  /** Hashes a new password. Default: `hashPassword`. */
  readonly hash?: ((password: string) => Promise<string>) | undefined;
}

interface UsersFileLocation {
  readonly dataFolder: string;
  /** Absolute path of the users file. Undefined if the node has no users file. */
  readonly usersFile?: string | undefined;
}

/** Runs the command. Throws `UsageError`. */
export async function runUser(tools: UserTools, command: UserCommand): Promise<void> {
  switch (command.action) {
    case 'add':
      return addUser(tools, command);
    case 'remove':
      return removeUser(tools, command);
    case 'list':
      return listUsers(tools, command.file);
    case 'disable':
    case 'enable':
    case 'end-sessions':
      return changeAccess(tools, command);
    case 'hash': {
      const password = await readNewPassword({ ...tools, file: command.passwordFile });
      tools.output.write(`${await (tools.hash ?? hashPassword)(password)}\n`);
    }
  }
}

async function addUser(tools: UserTools, command: AddUserCommand): Promise<void> {
  const { file } = command;
  checkRoles(command.roles);
  const before = findUserEntry(await readUsersDocument(file, []), command.name);
  const isThere = before !== undefined;
  // Accepts the name of an existing user even if the rules no longer allow that name for new users.
  const name = before?.name ?? parseNewName(command.name);
  if (isThere && !command.replace)
    throw new UsageError(`The user ${escapeControls(name)} already exists. Use --replace to change it.`);
  const hash = tools.hash ?? hashPassword;
  const password = await hash(await readNewPassword({ ...tools, file: command.passwordFile }));
  // Reads the file again, because it may have changed while the user typed the password.
  await changeUsers(file, (document) =>
    putUserEntry(document, { name, password, roles: [...new Set(command.roles)] }),
  );
  const done = isThere ? 'was changed' : 'was added';
  tools.output.write(
    `${escapeControls(name)} ${done} in ${file}. ${await describeUsersFileReader(tools, file)}\n`,
  );
}

async function removeUser(tools: UserTools, { name, file }: { name: string; file: string }): Promise<void> {
  await checkUserIsThere(file, name);
  await changeUsers(file, (document) => removeUserEntry(document, name));
  tools.output.write(
    `${escapeControls(name)} was removed from ${file}. ${await describeUsersFileReader(tools, file)}\n`,
  );
}

const accessActions = {
  disable: { action: 'disable', done: 'Disabled' },
  enable: { action: 'enable', done: 'Enabled' },
  'end-sessions': { action: 'endSessions', done: 'Ended all sessions of' },
} as const;

async function changeAccess(tools: UserTools, command: AccessCommand): Promise<void> {
  const { file, name, subject } = command;
  const { action, done } = accessActions[command.action];
  if (name !== undefined) {
    await checkUserIsThere(file, name);
    await changeUsers(file, (document) => changeUserAccess(document, name, action));
  } else {
    if (!isProviderSubject(subject!))
      throw new UsageError('The subject must have 1 to 255 characters and no control characters.');
    // Users without an entry are never disabled, so enabling one is probably a typing error.
    if (action === 'enable' && findProviderEntry(await readUsersDocument(file), subject!) === undefined)
      throw new UsageError(`There is no entry with the subject ${escapeControls(subject!)} in ${file}.`);
    await changeUsers(file, (document) => changeProviderAccess(document, subject!, action));
  }
  const who = escapeControls(name ?? `the user with the subject ${subject}`);
  tools.output.write(`${done} ${who} in ${file}. ${await describeUsersFileReader(tools, file)}\n`);
}

/** Throws `UsageError` if the user does not exist. The message explains how to name a user of a provider. */
async function checkUserIsThere(file: string, name: string): Promise<void> {
  if (findUserEntry(await readUsersDocument(file), name) !== undefined) return;
  const hint = name.startsWith(PROVIDER_PREFIX)
    ? ' Name a user of the OpenID Connect provider with --subject: the identifier at the provider, `providerUser` in the audit log.'
    : '';
  throw new UsageError(`There is no user ${escapeControls(name)} in ${file}.${hint}`);
}

/** Returns a sentence that names the node that reads the file. */
export async function describeUsersFileReader(
  { node }: Pick<UserTools, 'node'>,
  file: string,
): Promise<string> {
  if (node === undefined)
    return 'No node is running in this clone. Services read the file if USERS_FILE is set to it.';
  const { dataFolder, usersFile } = node;
  if (usersFile !== undefined && (await isSameFile(file, usersFile)))
    return `The running node (${dataFolder}) applies the change within seconds.`;
  const read = usersFile === undefined ? 'no users file' : usersFile;
  return `The running node (${dataFolder}) does not read this file. It reads ${read}.`;
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const real = (file: string) => realpath(file).catch(() => resolve(file));
  return (await real(a)) === (await real(b));
}

async function listUsers({ output }: UserTools, file: string): Promise<void> {
  const document = await readUsersDocument(file);
  for (const { name, roles, disabled } of listUserEntries(document)) {
    const held = roles.map(escapeControls).join(' ') || '(no role)';
    output.write(`${escapeControls(name)}\t${held}${disabled ? '\t(disabled)' : ''}\n`);
  }
  for (const { subject, disabled } of listProviderEntries(document))
    output.write(`--subject ${escapeControls(subject)}${disabled ? '\t(disabled)' : ''}\n`);
}

/** Normalizes a new user name. Throws `UsageError`. */
function parseNewName(typed: string): string {
  const name = mapUserName(typed);
  const fault = findUserNameFault(name);
  if (fault === undefined) return name;
  throw new UsageError(
    `The user name ${escapeControls(JSON.stringify(typed))} is not allowed: ${fault}. A user name has 1 to 256 characters, ` +
      'no colon and no control characters, and no spaces at its ends (RFC 8265).',
  );
}

function checkRoles(roles: readonly string[]): void {
  const unknown = roles.find((role) => !lockssRoles.includes(role));
  if (unknown !== undefined) {
    throw new UsageError(`Unknown role ${escapeControls(unknown)}. The roles are ${lockssRoles.join(', ')}.`);
  }
  if (roles.length === 0) throw new UsageError(`Specify at least one --role: ${lockssRoles.join(', ')}.`);
}
