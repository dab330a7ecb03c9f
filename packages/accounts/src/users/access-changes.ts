// Edits a users file in memory to disable users, to enable them again, or to end their sessions.
import { MAX_PROVIDER_ENTRIES, type ProviderUserEntry } from './provider-users.ts';
import {
  findUserEntry,
  markSessionsEnded,
  putUserEntry,
  removeTokens,
  type UserEntry,
  type UsersDocument,
} from './users-document.ts';

/** `disable` also ends all sessions of the user. `enable` does not restore them. */
export type AccessAction = 'disable' | 'enable' | 'endSessions';

/** Maximum length of a subject identifier (OpenID Connect Core 1.0, section 2). */
const MAX_SUBJECT = 255;

/** Returns whether the text can be the identifier of a user at a provider (`sub`). */
export const isProviderSubject = (text: string): boolean =>
  text.length <= MAX_SUBJECT && /^[^\p{Cc}]+$/u.test(text);

/** Thrown if the users file already contains the maximum number of entries about users of a provider. */
export class ProviderEntriesError extends Error {
  override readonly name = 'ProviderEntriesError';
}

export function listProviderEntries(document: UsersDocument): readonly ProviderUserEntry[] {
  return 'users' in document ? (document.oidcUsers ?? []) : [];
}

export function findProviderEntry(document: UsersDocument, subject: string): ProviderUserEntry | undefined {
  return listProviderEntries(document).find((entry) => entry.subject === subject);
}

/**
 * Changes the access of a user in the users file. `disable` also removes the user's API tokens. The user must exist.
 */
export function changeUserAccess(document: UsersDocument, name: string, action: AccessAction): UsersDocument {
  const entry = findUserEntry(document, name)!;
  const isDisabling = action === 'disable';
  return putUserEntry(
    isDisabling ? removeTokens(document, entry.name) : document,
    changeEntry(entry, action),
  );
}

/**
 * Changes the access of a user of the provider. Adds an entry for the user if there is none. Throws
 * ProviderEntriesError if the file would have too many entries.
 */
export function changeProviderAccess(
  document: UsersDocument,
  subject: string,
  action: AccessAction,
): UsersDocument {
  const entries = listProviderEntries(document);
  const at = entries.findIndex((entry) => entry.subject === subject);
  if (at === -1 && entries.length >= MAX_PROVIDER_ENTRIES)
    throw new ProviderEntriesError(
      `it has ${MAX_PROVIDER_ENTRIES} entries about users of the provider, the maximum`,
    );
  const entry = changeEntry(entries[at] ?? { subject }, action);
  const oidcUsers = at === -1 ? [...entries, entry] : entries.with(at, entry);
  return 'users' in document ? { ...document, oidcUsers } : { users: document, oidcUsers };
}

function changeEntry<Entry extends UserEntry | ProviderUserEntry>(entry: Entry, action: AccessAction): Entry {
  const { disabled, ...rest } = entry;
  if (action === 'enable') return rest as Entry;
  // A user who is already disabled has no sessions to end.
  const ended = action === 'disable' && disabled ? entry : markSessionsEnded(entry);
  return action === 'disable' ? { ...ended, disabled: true } : ended;
}
