// The users file as this command edits it: what it does not change stays as it was. Neither hashes nor asks.
import { parseUsers } from '@holdfast/http-kit';
import { UsageError } from '../terminal/usage-error.ts';

export interface UserEntry {
  readonly name: string;
  readonly password: string;
  readonly roles: readonly string[];
}

/** A file that holds the array itself, or an object with the array as its `users`. */
export type UsersDocument = UserEntry[] | { users: UserEntry[] };

/** Throws `UsageError` in the words of the service that would have to read it. */
export function parseDocument(text: string): UsersDocument {
  try {
    parseUsers(text);
  } catch (error) {
    throw new UsageError(`The file cannot be used: ${(error as Error).message}.`);
  }
  return JSON.parse(text) as UsersDocument;
}

export function entriesOf(document: UsersDocument): readonly UserEntry[] {
  return Array.isArray(document) ? document : document.users;
}

export function hasUser(document: UsersDocument, name: string): boolean {
  return entriesOf(document).some((entry) => sameName(entry.name, name));
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
  return Array.isArray(document) ? [...users] : { ...document, users: [...users] };
}

/** Compares names as the service does. */
function sameName(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}
