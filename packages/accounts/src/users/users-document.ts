// Edits the content of a users file in memory. Leaves all other entries exactly as they were.
import { randomUUID } from 'node:crypto';
import type { ProviderUserEntry } from './provider-users.ts';
import type { NewApiToken, TokenEntry } from './roles.ts';
import { limitRoles } from './roles.ts';
import { mapUserName } from './user-name.ts';
import { parseUsersText } from './users-file.ts';

export interface UserEntry {
  readonly name: string;
  /** Encoded hash of the password. */
  readonly password: string;
  readonly roles: readonly string[];
  /** True for a user who exists but cannot log in. Default false. */
  readonly disabled?: boolean;
  /** Random value. A new value ends all sessions that began before. Undefined if no sessions were ever ended. */
  readonly sessionMark?: string;
}

/** Content of the file: an array of users, or an object with this array as `users`. */
export type UsersDocument =
  | readonly UserEntry[]
  | {
      readonly users: readonly UserEntry[];
      readonly tokens?: readonly TokenEntry[];
      readonly oidcUsers?: readonly ProviderUserEntry[];
    };

/** Parses a users file. Throws the same errors as the services. */
export function parseUsersDocument(text: string): UsersDocument {
  parseUsersText(text);
  return JSON.parse(text) as UsersDocument;
}

export function listUserEntries(document: UsersDocument): readonly UserEntry[] {
  return 'users' in document ? document.users : document;
}

/** Finds the entry with exactly this name. If there is none, finds the entry with the same mapped name (RFC 8265). */
export function findUserEntry(document: UsersDocument, name: string): UserEntry | undefined {
  return listUserEntries(document)[findIndex(document, name)];
}

/** Replaces the entry with the same name, or appends a new entry. */
export function putUserEntry(document: UsersDocument, entry: UserEntry): UsersDocument {
  const entries = listUserEntries(document);
  const at = findIndex(document, entry.name);
  return withEntries(document, at === -1 ? [...entries, entry] : entries.with(at, entry));
}

export function removeUserEntry(document: UsersDocument, name: string): UsersDocument {
  const at = findIndex(document, name);
  const rest = withEntries(
    document,
    listUserEntries(document).filter((_entry, index) => index !== at),
  );
  return at === -1 ? rest : removeTokens(rest, listUserEntries(document)[at]!.name);
}

export function listTokens(document: UsersDocument): readonly TokenEntry[] {
  return 'users' in document ? (document.tokens ?? []) : [];
}

export function addTokenEntry(document: UsersDocument, token: TokenEntry): UsersDocument {
  return withTokens(document, [...listTokens(document), token]);
}

/** Reason why a user cannot have a new token: the user lacks one of its roles, or already has a token of that name. */
export type TokenFault = { readonly kind: 'role'; readonly role: string } | { readonly kind: 'name' };

/** Checks a new token against the roles of its owner and the owner's other tokens. */
export function findTokenFault(
  document: UsersDocument,
  { name, owner, roles }: Pick<NewApiToken, 'name' | 'owner' | 'roles'>,
  held: readonly string[],
): TokenFault | undefined {
  const granted = limitRoles(roles, held);
  const role = roles.find((one) => !granted.includes(one));
  if (role !== undefined) return { kind: 'role', role };
  const isTaken = listTokens(document).some(
    (token) => isSameUserName(token.owner, owner) && token.name === name,
  );
  return isTaken ? { kind: 'name' } : undefined;
}

export function removeTokenEntry(document: UsersDocument, id: string): UsersDocument {
  return withTokens(
    document,
    listTokens(document).filter((token) => token.id !== id),
  );
}

/** Removes all tokens of a user, so that a later user with the same name does not inherit them. */
export function removeTokens(document: UsersDocument, owner: string): UsersDocument {
  const kept = listTokens(document).filter((token) => !isSameUserName(token.owner, owner));
  return kept.length === listTokens(document).length ? document : withTokens(document, kept);
}

function withTokens(document: UsersDocument, tokens: readonly TokenEntry[]): UsersDocument {
  return 'users' in document ? { ...document, tokens } : { users: document, tokens };
}

/** Ends all sessions of a user permanently. Re-enabling the user does not revive them. */
export function markSessionsEnded<Entry extends UserEntry | ProviderUserEntry>(entry: Entry): Entry {
  return { ...entry, sessionMark: randomUUID() };
}

function findIndex(document: UsersDocument, name: string): number {
  const entries = listUserEntries(document);
  const exact = entries.findIndex((entry) => isSameUserName(entry.name, name));
  if (exact !== -1) return exact;
  const mapped = mapUserName(name);
  return entries.findIndex((entry) => mapUserName(entry.name) === mapped);
}

function withEntries(document: UsersDocument, users: readonly UserEntry[]): UsersDocument {
  return 'users' in document ? { ...document, users } : users;
}

/**
 * Compares user names after NFC normalization. Does not map character widths, because two names in an old file may
 * differ only in width.
 */
export function isSameUserName(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}
