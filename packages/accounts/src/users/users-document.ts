// Edits the content of a users file. Entries that are not changed stay exactly as they were. Does no input/output or
// hashing.
import { randomUUID } from 'node:crypto';
import type { TokenEntry } from './tokens.ts';
import { mapUserName } from './user-name.ts';
import { parseUsersText } from './users-file.ts';

export interface UserEntry {
  readonly name: string;
  /** Password hash. */
  readonly password: string;
  readonly roles: readonly string[];
  /** If true, the user is kept but cannot log in. Default false. */
  readonly disabled?: boolean;
  /**
   * Changes when the user is disabled, which invalidates all earlier sessions. Absent if the user was never disabled.
   */
  readonly sessionMark?: string;
}

/** Content of the file: the array of users, or an object with the array as its `users`. */
export type UsersDocument =
  | readonly UserEntry[]
  | { readonly users: readonly UserEntry[]; readonly tokens?: readonly TokenEntry[] };

/** Throws the same error as the service that reads the file. */
export function parseUsersDocument(text: string): UsersDocument {
  parseUsersText(text);
  return JSON.parse(text) as UsersDocument;
}

export function listUserEntries(document: UsersDocument): readonly UserEntry[] {
  return 'users' in document ? document.users : document;
}

/** Finds the entry of exactly this name, otherwise the one with the same name after mapping (RFC 8265). */
export function findEntry(document: UsersDocument, name: string): UserEntry | undefined {
  return listUserEntries(document)[findIndex(document, name)];
}

/** Replaces the entry of the same name, or appends the entry. */
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

export function removeTokenEntry(document: UsersDocument, id: string): UsersDocument {
  return withTokens(
    document,
    listTokens(document).filter((token) => token.id !== id),
  );
}

/** Removes all tokens of a user permanently, so that a later user with the same name does not get them. */
export function removeTokens(document: UsersDocument, owner: string): UsersDocument {
  const kept = listTokens(document).filter((token) => !isSameUserName(token.owner, owner));
  return kept.length === listTokens(document).length ? document : withTokens(document, kept);
}

function withTokens(document: UsersDocument, tokens: readonly TokenEntry[]): UsersDocument {
  return 'users' in document ? { ...document, tokens } : { users: document, tokens };
}

/** Ends the sessions of an entry permanently: enabling the user again does not bring them back. */
export function markSessionsEnded(entry: UserEntry): UserEntry {
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

/** Compares names after NFC only, because two names in an old file may differ only in character width. */
export function isSameUserName(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}
