// User accounts that the node's other services share: they store accounts here and listen for changes. The accounts are
// not logins of this service. An account is stored as it was sent; only its name is checked.
import { inTransaction } from '@holdfast/pg-kit';
import type { JsonObject } from '../../domain/aus/documents.ts';
import {
  insertAccounts,
  mergeAccount,
  removeAccount,
  selectAccount,
} from '../../index/accounts/accounts.db.ts';
import { type ConfigurationChange, notifyChanges } from '../../index/notify-changes.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { makeBadAccountError, makeNoSuchAccountError } from '../errors.ts';

export type UserAccount = JsonObject & { readonly userName: string };

/** Throws 404. */
export async function readAccount(db: Db, name: string): Promise<JsonObject> {
  const account = await selectAccount(db, name);
  if (account === undefined) throw makeNoSuchAccountError(name);
  return account;
}

/**
 * Returns the added accounts. Skips accounts whose name already exists. Throws 400 if a name occurs twice in the body.
 */
export async function addAccounts(db: Db, accounts: readonly UserAccount[]): Promise<UserAccount[]> {
  const byName = new Map(accounts.map((account) => [account.userName, account]));
  if (byName.size < accounts.length) throw makeBadAccountError('The body contains an account twice.');
  if (byName.size === 0) return [];
  return inTransaction(db, async (tx) => {
    const added = await insertAccounts(tx, byName);
    await notifyChanges(
      tx,
      [...added].map((name) => ({ ...noticeOf(name, 'ADD'), sent: byName.get(name) })),
    );
    return accounts.filter(({ userName }) => added.has(userName));
  });
}

/**
 * Sets the given members and returns the whole account. Throws 404, and 400 if the body names a different account than
 * the path.
 */
export async function updateAccount(
  db: Db,
  { name, members }: { name: string; members: JsonObject },
  cookie: string | undefined,
): Promise<JsonObject> {
  if (members.userName !== undefined && members.userName !== name) {
    throw makeBadAccountError('The member "userName" must be the name of the path.');
  }
  return inTransaction(db, async (tx) => {
    const account = await mergeAccount(tx, name, members);
    if (account === undefined) throw makeNoSuchAccountError(name);
    await notifyChanges(tx, [{ ...noticeOf(name, 'UPDATE'), cookie, sent: members }]);
    return account;
  });
}

/** It is not an error to delete a missing account, because several services may send the same deletion. */
export async function deleteAccount(db: Db, name: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await removeAccount(tx, name)) await notifyChanges(tx, [noticeOf(name, 'DELETE')]);
  });
}

/**
 * Returns the notification of a change. Notifications do not contain the account, because it contains the hash of a
 * password; authorized listeners can request it from this service. The bridge gets the account, because JMS clients
 * cannot request it.
 */
function noticeOf(
  userName: string,
  userAccountChange: NonNullable<ConfigurationChange['userAccountChange']>,
): ConfigurationChange {
  return { kind: 'UserAccount', userName, userAccountChange };
}
