// Lets workers look up users in the primary process. Workers cache the results until the users change.
import type { UserAccount } from '../users/user-store.ts';
import type { Users } from '../users/users.ts';
import type { AccountRequest, AccountResponse, RereadRequest } from './messages.ts';

interface AskingAccounts extends Pick<Users, 'find' | 'reread'> {
  answered(answer: AccountResponse): void;
  wasReread(answer: { readonly id: number }): void;
  /** Clears the cache, because the users have changed. */
  forget(): void;
}

/** Worker side. */
export function createRemoteAccounts(
  ask: (question: AccountRequest | RereadRequest) => void,
): AskingAccounts {
  // Caches existing users only, so the cache never has more entries than there are users.
  const known = new Map<string, UserAccount>();
  const waiting = new Map<number, (answer: AccountResponse) => void>();
  const rereading = new Map<number, () => void>();
  let last = 0;
  return {
    find(name) {
      const account = known.get(name);
      if (account !== undefined) return Promise.resolve(account);
      return new Promise((resolve) => {
        last += 1;
        waiting.set(last, (answer) => {
          if (answer.account !== undefined && answer.isLasting) known.set(name, answer.account);
          resolve(answer.account);
        });
        ask({ kind: 'user?', id: last, name });
      });
    },
    answered(answer) {
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    },
    reread() {
      last += 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      rereading.set(last, resolve);
      ask({ kind: 'reread?', id: last });
      return promise;
    },
    wasReread({ id }) {
      rereading.get(id)?.();
      rereading.delete(id);
    },
    forget: () => known.clear(),
  };
}

/**
 * Handles, in the primary process, the user look-ups that workers request. `changes` returns the number of changes to
 * the users so far.
 */
export async function handleAccountRequest(
  users: Pick<Users, 'find'>,
  changes: () => number,
  { id, name }: AccountRequest,
): Promise<AccountResponse> {
  const before = changes();
  const account = await users.find(name).catch(() => undefined);
  return { kind: 'user', id, account, isLasting: changes() === before };
}
