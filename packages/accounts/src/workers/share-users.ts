// Shares the users of the primary process with the workers.
import type { SharedWorkerState } from '@holdfast/service-kit';
import type { Users } from '../users/users.ts';
import { createRemoteAccounts, handleAccountRequest } from './accounts.ts';
import { createRemoteLogins, handleLoginRequests } from './logins.ts';
import type { UsersRequest, UsersResponse } from './messages.ts';

export interface SharedUsers {
  /** Makes all workers clear their caches. */
  changed(): void;
  /** Returns the primary process's endpoint of the channel to one worker. */
  share(send: (answer: UsersResponse) => void): SharedWorkerState;
}

/** Shares the users with workers. Runs in the primary process. */
export function shareUsers(users: Pick<Users, 'verify' | 'find' | 'reread'>): SharedUsers {
  const workers = new Set<(answer: UsersResponse) => void>();
  let changes = 0;
  return {
    changed() {
      changes += 1;
      for (const send of workers) send({ kind: 'forget' });
    },
    share(send) {
      workers.add(send);
      const logins = handleLoginRequests(users, () => changes, send);
      return {
        receive(message) {
          const question = message as UsersRequest;
          switch (question.kind) {
            case 'user?':
              return void handleAccountRequest(users, () => changes, question).then(send);
            case 'reread?':
              return void users.reread().then(() => send({ kind: 'reread', id: question.id }));
            default:
              return logins.receive(question);
          }
        },
        end() {
          workers.delete(send);
          logins.end();
        },
      };
    },
  };
}

/** Worker's endpoint of the channel to the primary process. */
export interface UsersChannel {
  send(question: UsersRequest): void;
  onMessage(receive: (answer: UsersResponse) => void): void;
}

/** Returns users for a worker. All checks and look-ups run in the primary process. */
export function createUsersProxy({ send, onMessage }: UsersChannel): Users {
  const logins = createRemoteLogins(send, () => performance.now());
  const accounts = createRemoteAccounts(send);
  onMessage((answer) => {
    switch (answer.kind) {
      case 'forget':
        logins.forget();
        return accounts.forget();
      case 'login':
        return logins.answered(answer);
      case 'user':
        return accounts.answered(answer);
      case 'reread':
        return accounts.wasReread(answer);
    }
  });
  const { known, edition, verify } = logins;
  const { find, reread } = accounts;
  return { known, edition, verify, find, reread };
}
