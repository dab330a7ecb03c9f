// User accounts of the node's other services: they keep them in one place, and listen to what becomes of them. Nobody logs
// in to this service with one. An account is kept as it came; but for its name, nothing in it is looked at.
import { inTransaction } from '@holdfast/pg-kit';
import type { JsonObject } from '../../domain/aus/documents.ts';
import {
  insertAccounts,
  mergeAccount,
  removeAccount,
  selectAccount,
} from '../../index/accounts/accounts.db.ts';
import { type Change, notifyChanges } from '../../index/notify-changes.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { badAccount, noSuchAccount } from '../errors.ts';

export type Account = JsonObject & { readonly userName: string };

/** Throws 404. */
export async function readAccount(db: Db, name: string): Promise<JsonObject> {
  const account = await selectAccount(db, name);
  if (account === undefined) throw noSuchAccount(name);
  return account;
}

/** Those that were added: one of a name that there is already is left out. Throws 400 when a name is given twice. */
export async function addAccounts(db: Db, accounts: readonly Account[]): Promise<Account[]> {
  const byName = new Map(accounts.map((account) => [account.userName, account]));
  if (byName.size < accounts.length) throw badAccount('The body names an account twice.');
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

/** Sets these members, and gives the account as it is then. Throws 400 for a name that is another, and 404. */
export async function updateAccount(
  db: Db,
  { name, members }: { name: string; members: JsonObject },
  cookie: string | undefined,
): Promise<JsonObject> {
  if (members.userName !== undefined && members.userName !== name) {
    throw badAccount('The member "userName" must be the name of the path.');
  }
  return inTransaction(db, async (tx) => {
    const account = await mergeAccount(tx, name, members);
    if (account === undefined) throw noSuchAccount(name);
    await notifyChanges(tx, [{ ...noticeOf(name, 'UPDATE'), cookie, sent: members }]);
    return account;
  });
}

/** That there is none is no error: services delete an account each for itself. */
export async function deleteAccount(db: Db, name: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await removeAccount(tx, name)) await notifyChanges(tx, [noticeOf(name, 'DELETE')]);
  });
}

/**
 * A notification goes without the account: it holds the hash of a password, which a listener with the right to it can read
 * here. The bridge is given it, because what it speaks to cannot ask.
 */
function noticeOf(userName: string, userAccountChange: NonNullable<Change['userAccountChange']>): Change {
  return { kind: 'UserAccount', userName, userAccountChange };
}
