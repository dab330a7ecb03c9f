// What a users file holds, as those edit it who change it: what they do not change stays as it was. Neither reads nor hashes.
import { randomUUID } from 'node:crypto';
import { mapUserName } from './user-name.ts';
import { parseUsers } from './users-file.ts';

export interface UserEntry {
  readonly name: string;
  /** Its hash. */
  readonly password: string;
  readonly roles: readonly string[];
  /** Kept, and not let in; absent: let in. */
  readonly disabled?: boolean;
  /** Ties sessions to the time since the user was disabled last; absent: never disabled. */
  readonly sessionMark?: string;
}

/** A file that holds the array itself, or an object with the array as its `users`. */
export type UsersDocument = readonly UserEntry[] | { readonly users: readonly UserEntry[] };

/** Throws an Error in the words of the service that would have to read it. */
export function parseUsersDocument(text: string): UsersDocument {
  parseUsers(text);
  return JSON.parse(text) as UsersDocument;
}

export function entriesOf(document: UsersDocument): readonly UserEntry[] {
  return 'users' in document ? document.users : document;
}

/** Finds the entry of exactly this name, else the one whose name is the same after mapping (RFC 8265). */
export function findEntry(document: UsersDocument, name: string): UserEntry | undefined {
  return entriesOf(document)[findIndex(document, name)];
}

/** In the place of the one of the same name, else at the end. */
export function withUser(document: UsersDocument, entry: UserEntry): UsersDocument {
  const entries = entriesOf(document);
  const at = findIndex(document, entry.name);
  return withEntries(document, at === -1 ? [...entries, entry] : entries.with(at, entry));
}

export function withoutUser(document: UsersDocument, name: string): UsersDocument {
  const at = findIndex(document, name);
  return withEntries(
    document,
    entriesOf(document).filter((_entry, index) => index !== at),
  );
}

/** Ends the sessions of an entry for good: enabling the user again does not bring them back. */
export function markSessionsEnded(entry: UserEntry): UserEntry {
  return { ...entry, sessionMark: randomUUID() };
}

function findIndex(document: UsersDocument, name: string): number {
  const entries = entriesOf(document);
  const exact = entries.findIndex((entry) => sameName(entry.name, name));
  if (exact !== -1) return exact;
  const mapped = mapUserName(name);
  return entries.findIndex((entry) => mapUserName(entry.name) === mapped);
}

function withEntries(document: UsersDocument, users: readonly UserEntry[]): UsersDocument {
  return 'users' in document ? { ...document, users } : users;
}

/** Compares names as they are: NFC and nothing else. Two names that the file has contained for long may differ in width alone. */
export function sameName(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}
