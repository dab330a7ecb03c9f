// What a users file holds, as those edit it who change it: what they do not change stays as it was. Neither reads nor hashes.
import { parseUsers } from './users-file.ts';

export interface UserEntry {
  readonly name: string;
  /** Its hash. */
  readonly password: string;
  readonly roles: readonly string[];
  /** Kept, and not let in; absent: let in. */
  readonly disabled?: boolean;
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

export function findEntry(document: UsersDocument, name: string): UserEntry | undefined {
  return entriesOf(document).find((entry) => sameName(entry.name, name));
}

/** In the place of the one of the same name, else at the end. */
export function withUser(document: UsersDocument, entry: UserEntry): UsersDocument {
  const entries = entriesOf(document);
  const at = entries.findIndex(({ name }) => sameName(name, entry.name));
  return withEntries(document, at === -1 ? [...entries, entry] : entries.with(at, entry));
}

export function withoutUser(document: UsersDocument, name: string): UsersDocument {
  return withEntries(
    document,
    entriesOf(document).filter((entry) => !sameName(entry.name, name)),
  );
}

function withEntries(document: UsersDocument, users: readonly UserEntry[]): UsersDocument {
  return 'users' in document ? { ...document, users } : users;
}

/** Compares names as logins do. */
export function sameName(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}
