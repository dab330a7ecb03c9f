// `holdfast token`: creates, lists and revokes API tokens in a users file.
import {
  addTokenEntry,
  findTokenFault,
  findUserEntry,
  listTokens,
  lockssRoles,
  makeApiToken,
  removeTokenEntry,
} from '@holdfast/accounts';
import { escapeControls, UsageError } from '@holdfast/cli-kit';
import type { AddTokenCommand, TokenCommand } from './token-arguments.ts';
import { describeUsersFileReader, type UserTools } from './user-command.ts';
import { changeUsers, readUsersDocument } from './users-file.ts';

type TokenTools = Pick<UserTools, 'output' | 'node'> & {
  readonly errorOutput: { write(text: string): unknown };
  /** Name of the administrator in the settings, who has all rights and is not in the users file. */
  readonly administrator: string;
  nowMs(): number;
};

/** Throws `UsageError`. */
export async function runToken(tools: TokenTools, command: TokenCommand): Promise<void> {
  switch (command.action) {
    case 'add':
      return addToken(tools, command);
    case 'revoke':
      return revokeToken(tools, command);
    case 'list':
      return listAllTokens(tools, command.file);
  }
}

const NAMESPACE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/;

async function addToken(tools: TokenTools, command: AddTokenCommand): Promise<void> {
  const { file, name, roles: given, namespaces, days } = command;
  const roles = [...new Set(given)];
  const unknown = roles.find((role) => !lockssRoles.includes(role));
  if (unknown !== undefined)
    throw new UsageError(`Unknown role ${escapeControls(unknown)}. The roles are ${lockssRoles.join(', ')}.`);
  if (roles.length === 0) throw new UsageError(`Specify at least one --role: ${lockssRoles.join(', ')}.`);
  if (!/^[^\p{Cc}]{1,100}$/u.test(name))
    throw new UsageError('The token name must have 1 to 100 characters and no control characters.');
  const wrong = namespaces?.find((one) => !NAMESPACE.test(one));
  if (wrong !== undefined) throw new UsageError(`${escapeControls(wrong)} is not a valid namespace name.`);
  const document = await readUsersDocument(file, []);
  const entry = findUserEntry(document, command.owner);
  const isAdministrator = entry === undefined && command.owner === tools.administrator;
  if (entry === undefined && !isAdministrator)
    throw new UsageError(`There is no user ${escapeControls(command.owner)} in ${file}.`);
  const owner = entry?.name ?? command.owner;
  const held = entry?.roles ?? ['userAdminRole'];
  const fault = findTokenFault(document, { name, owner, roles }, held);
  if (fault?.kind === 'role')
    throw new UsageError(
      `${escapeControls(owner)} does not have the role ${fault.role}, so the token cannot have it.`,
    );
  if (fault?.kind === 'name')
    throw new UsageError(
      `${escapeControls(owner)} already has a token ${escapeControls(name)}. Revoke it first.`,
    );
  const { entry: token, secret } = makeApiToken({ name, owner, roles, namespaces, days }, tools.nowMs());
  await changeUsers(file, (before) => addTokenEntry(before, token));
  // Prints only the secret to standard output, so that users can redirect it to a file.
  tools.output.write(`${secret}\n`);
  tools.errorOutput.write(
    `Token ${token.id} of ${escapeControls(owner)} ends on ${token.ends.slice(0, 10)}. Keep it now: it is not shown ` +
      `again. ${await describeUsersFileReader(tools, file)}\n`,
  );
}

async function revokeToken(tools: TokenTools, { id, file }: { id: string; file: string }): Promise<void> {
  if (!listTokens(await readUsersDocument(file)).some((token) => token.id === id))
    throw new UsageError(
      `There is no token ${escapeControls(id)} in ${file}. './holdfast token list' lists them.`,
    );
  await changeUsers(file, (document) => removeTokenEntry(document, id));
  tools.output.write(`Token ${id} was revoked. ${await describeUsersFileReader(tools, file)}\n`);
}

async function listAllTokens({ output, nowMs }: TokenTools, file: string): Promise<void> {
  for (const { id, name, owner, roles, namespaces, ends } of listTokens(await readUsersDocument(file))) {
    const limits = namespaces === undefined ? '' : `\tin ${namespaces.join(' ')}`;
    const until = Date.parse(ends) > nowMs() ? `until ${ends.slice(0, 10)}` : '(expired)';
    output.write(
      `${id}\t${escapeControls(owner)}\t${escapeControls(name)}\t${roles.join(' ')}${limits}\t${until}\n`,
    );
  }
}
