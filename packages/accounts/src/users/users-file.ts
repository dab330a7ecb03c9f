// Parses the users file into users with parsed password hashes. Throws an Error whose message describes the fault.
import { readFile, stat } from 'node:fs/promises';
import { type PasswordHash, parsePasswordHash } from './password.ts';
import { type ProviderUsers, parseProviderUsers } from './provider-users.ts';
import { lockssRoles, parseTokens, type TokensByHash } from './roles.ts';

export interface UsersFileUser {
  readonly name: string;
  readonly hash: PasswordHash;
  readonly roles: readonly string[];
  /** True for a user who exists but cannot log in. */
  readonly isDisabled?: boolean;
  /** Sessions that began with a different value are invalid; see `markSessionsEnded` in users-document.ts. */
  readonly sessionMark?: string;
}

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Returns a text that changes whenever the file changes, or when a symbolic link is redirected to another file, as
 * Kubernetes does for secrets.
 */
export async function computeFileStamp(file: string): Promise<string> {
  const { ino, size, mtimeMs, ctimeMs } = await stat(file);
  return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/**
 * Reads `[{ "name", "password": "$scrypt$…", "roles": [], "disabled": false, "sessionMark": "…" }]`, or an object with
 * this array as `users`. Throws an Error with the number of the faulty entry, but never with its content.
 */
export async function readUsersFile(file: string): Promise<UsersFileContent> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error(`the users file is larger than ${MAX_BYTES} bytes`);
  return parseUsersText(await readFile(file, 'utf8'));
}

export interface UsersFileContent {
  readonly users: ReadonlyMap<string, UsersFileUser>;
  readonly tokens: TokensByHash;
  readonly providerUsers: ProviderUsers;
}

export function parseUsersText(text: string): UsersFileContent {
  const users = parseUsers(text);
  const document: unknown = JSON.parse(text);
  const { tokens, oidcUsers } = isRecord(document) ? document : {};
  return { users, tokens: parseTokens(tokens), providerUsers: parseProviderUsers(oidcUsers) };
}

export function parseUsers(text: string): Map<string, UsersFileUser> {
  const users = new Map<string, UsersFileUser>();
  readEntries(parseJson(text)).forEach((entry, index) => {
    const user = readUser(entry, index + 1);
    if (users.has(user.name)) throw new Error(`the users file names the user of entry ${index + 1} twice`);
    users.set(user.name, user);
  });
  return users;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Omits the message of JSON.parse, which may quote a part of a password hash.
    throw new Error('the users file is not JSON');
  }
}

function readEntries(document: unknown): unknown[] {
  const list = isRecord(document) ? document.users : document;
  if (!Array.isArray(list)) throw new Error('the users file must contain an array of users');
  return list;
}

function readUser(entry: unknown, number: number): UsersFileUser {
  const fault = (what: string): Error => new Error(`entry ${number} of the users file ${what}`);
  if (!isRecord(entry)) throw fault('is not an object');
  const { name, password, roles, disabled = false, sessionMark } = entry;
  if (typeof name !== 'string' || name === '' || name.includes(':')) {
    throw fault('needs a name, a non-empty string without ":"');
  }
  const hash = typeof password === 'string' ? parsePasswordHash(password) : undefined;
  if (hash === undefined) throw fault('needs a password hash of the form $scrypt$ln=15,r=8,p=3$salt$key');
  if (!Array.isArray(roles) || !roles.every((role) => typeof role === 'string')) {
    throw fault('needs roles, an array of strings');
  }
  if (!roles.every((role) => lockssRoles.includes(role))) {
    throw fault(`has an unknown role; roles are ${lockssRoles.join(', ')}`);
  }
  if (typeof disabled !== 'boolean') throw fault('has a `disabled` that is neither true nor false');
  if (sessionMark !== undefined && typeof sessionMark !== 'string')
    throw fault('has a `sessionMark` that is not a string');
  const mark = sessionMark === undefined ? {} : { sessionMark };
  return { name: name.normalize('NFC'), hash, roles, isDisabled: disabled, ...mark };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
