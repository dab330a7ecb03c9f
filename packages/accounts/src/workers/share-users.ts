// Shares the users of the primary process with its workers.
import type { SharedWorkerState } from '@holdfast/service-kit';
import type { Users } from '../users/users.ts';
import { answerAccount, createRemoteAccounts } from './accounts.ts';
import { answerLogins, createRemoteLogins } from './logins.ts';
import type { UsersAnswer, UsersQuestion } from './messages.ts';

export interface SharedUsers {
  /** Tells all workers to drop their caches. */
  changed(): void;
  /** Returns the primary's side of the channel to one worker. */
  share(send: (answer: UsersAnswer) => void): SharedWorkerState;
}

/** Primary side. */
export function shareUsers(users: Pick<Users, 'verify' | 'find' | 'reread'>): SharedUsers {
  const workers = new Set<(answer: UsersAnswer) => void>();
  let changes = 0;
  return {
    changed() {
      changes += 1;
      for (const send of workers) send({ kind: 'forget' });
    },
    share(send) {
      workers.add(send);
      const logins = answerLogins(users, () => changes, send);
      return {
        receive(message) {
          const question = message as UsersQuestion;
          switch (question.kind) {
            case 'user?':
              return void answerAccount(users, () => changes, question).then(send);
            case 'reread?':
              return void users.reread().then(() => send({ kind: 'reread', id: question.id }));
            default:
              return logins.heard(question);
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

/** The worker's end of the channel to the primary process. */
export interface UsersChannel {
  send(question: UsersQuestion): void;
  onMessage(receive: (answer: UsersAnswer) => void): void;
}

/** Worker side. */
export function createRemoteUsers({ send, onMessage }: UsersChannel): Users {
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
