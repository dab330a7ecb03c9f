// What is known of users, in a service of several processes: the primary knows it, a worker asks, and remembers it until the
// users change.
import type { Account } from '../users/user-store.ts';
import type { Users } from '../users/users.ts';
import type { AccountAnswer, AccountQuestion, RereadQuestion } from './messages.ts';

interface AskingAccounts extends Pick<Users, 'find' | 'reread'> {
  answered(answer: AccountAnswer): void;
  wasReread(answer: { readonly id: number }): void;
  /** The users have changed. */
  forget(): void;
}

/** The worker's side. */
export function askingAccounts(ask: (question: AccountQuestion | RereadQuestion) => void): AskingAccounts {
  // Who is not there is not remembered, so there are never more than users.
  const known = new Map<string, Account>();
  const waiting = new Map<number, (answer: AccountAnswer) => void>();
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

/** The primary's side. `changes`: how often the users have changed. */
export async function answerAccount(
  users: Pick<Users, 'find'>,
  changes: () => number,
  { id, name }: AccountQuestion,
): Promise<AccountAnswer> {
  const before = changes();
  const account = await users.find(name).catch(() => undefined);
  return { kind: 'user', id, account, isLasting: changes() === before };
}
