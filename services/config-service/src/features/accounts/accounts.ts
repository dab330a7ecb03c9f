// User accounts of the node's other services, which store them here and listen for changes. They are not accounts of
// this service. An account is stored as received; only its name is checked.
import { runInTransaction } from '@holdfast/pg-kit';
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

/** Returns an account. Throws 404. */
export async function readAccount(db: Db, name: string): Promise<JsonObject> {
  const account = await selectAccount(db, name);
  if (account === undefined) throw makeNoSuchAccountError(name);
  return account;
}

/** Adds the accounts whose names do not exist yet, and returns them. Throws 400 if a name occurs twice in the body. */
export async function addAccounts(db: Db, accounts: readonly UserAccount[]): Promise<UserAccount[]> {
  const byName = new Map(accounts.map((account) => [account.userName, account]));
  if (byName.size < accounts.length) throw makeBadAccountError('The body contains an account twice.');
  if (byName.size === 0) return [];
  return runInTransaction(db, async (tx) => {
    const added = await insertAccounts(tx, byName);
    await notifyChanges(
      tx,
      [...added].map((name) => ({ ...noticeOf(name, 'ADD'), sent: byName.get(name) })),
    );
    return accounts.filter(({ userName }) => added.has(userName));
  });
}

/**
 * Changes only the fields of an account that the request body contains. Returns the whole account. Throws 404, and 400
 * if the body contains a user name that differs from the one in the path.
 */
export async function updateAccount(
  db: Db,
  { name, members }: { name: string; members: JsonObject },
  cookie: string | undefined,
): Promise<JsonObject> {
  if (members.userName !== undefined && members.userName !== name) {
    throw makeBadAccountError('The member "userName" must be the name of the path.');
  }
  return runInTransaction(db, async (tx) => {
    const account = await mergeAccount(tx, name, members);
    if (account === undefined) throw makeNoSuchAccountError(name);
    await notifyChanges(tx, [{ ...noticeOf(name, 'UPDATE'), cookie, sent: members }]);
    return account;
  });
}

/** Deletes an account. A missing account is not an error, because several services may send the same deletion. */
export async function deleteAccount(db: Db, name: string): Promise<void> {
  await runInTransaction(db, async (tx) => {
    if (await removeAccount(tx, name)) await notifyChanges(tx, [noticeOf(name, 'DELETE')]);
  });
}

/**
 * Returns the notification of a change. Omits the account, because it contains a password hash; listeners with
 * permission can request it. Only the bridge gets the account, because JMS clients cannot request it.
 */
function noticeOf(
  userName: string,
  userAccountChange: NonNullable<ConfigurationChange['userAccountChange']>,
): ConfigurationChange {
  return { kind: 'UserAccount', userName, userAccountChange };
}
