// Lets workers request user accounts from the primary process. Workers cache the results until the users change.
import type { UserAccount } from '../users/user-store.ts';
import type { Users } from '../users/users.ts';
import type { AccountRequest, AccountResponse, RereadRequest } from './messages.ts';

interface RemoteAccounts extends Pick<Users, 'find' | 'reread'> {
  answered(answer: AccountResponse): void;
  wasReread(answer: { readonly id: number }): void;
  /** Clears the cache after the users have changed. */
  forget(): void;
}

/** Returns functions with which a worker looks up users in the primary process. `ask` sends it a message. */
export function createRemoteAccounts(
  ask: (question: AccountRequest | RereadRequest) => void,
): RemoteAccounts {
  // Contains existing users only, so the cache cannot grow beyond the number of users.
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
 * Handles a worker's request for an account, in the primary process. `changes` returns how often the users have changed
 * so far.
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
