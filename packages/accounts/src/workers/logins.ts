// Logins in a service with workers. The primary process checks all logins, so that failure counts, hashing limits and
// the credential cache apply to the whole service. Workers send logins to the primary, and cache valid credentials
// until the users change.

import { isTooLongToMatch, type LoginClient, type LoginResult, type Users } from '../users/users.ts';
import {
  createCredentialHasher,
  createVerifiedCache,
  VERIFIED_CACHE_LIMITS,
} from '../users/verified-cache.ts';
import type { LoginRequest, LoginResponse } from './messages.ts';

export interface RemoteLogins extends Pick<Users, 'known' | 'edition' | 'verify'> {
  answered(answer: LoginResponse): void;
  /** Clears the cache after the users have changed. */
  forget(): void;
}

/**
 * Lets a worker check logins in the primary process. `ask` sends a message to the primary process. `nowMs` is a
 * monotonic clock.
 */
export function createRemoteLogins(ask: (question: LoginRequest) => void, nowMs: () => number): RemoteLogins {
  const keyOf = createCredentialHasher();
  const right = createVerifiedCache<never>(nowMs, VERIFIED_CACHE_LIMITS);
  const waiting = new Map<number, (answer: LoginResponse) => void>();
  let last = 0;
  let edition = 0;

  function answerTo(
    question: Omit<Extract<LoginRequest, { kind: 'login?' }>, 'kind' | 'id'>,
    key: string,
    signal?: AbortSignal,
  ) {
    return new Promise<LoginResult>((resolve, reject) => {
      signal?.throwIfAborted();
      last += 1;
      const id = last;
      const leave = (): void => {
        waiting.delete(id);
        ask({ kind: 'left', id });
        reject(signal?.reason);
      };
      waiting.set(id, ({ login, isLasting }) => {
        waiting.delete(id);
        signal?.removeEventListener('abort', leave);
        // Caches the result before the next message is handled: that message may report a change of the users, and must
        // then clear this result.
        if (login?.outcome === 'ok' && isLasting) right.keep(key, login.user);
        if (login === undefined) reject(new Error('the primary process could not check a login'));
        else resolve(login);
      });
      signal?.addEventListener('abort', leave, { once: true });
      ask({ kind: 'login?', id, ...question });
    });
  }

  return {
    known(name, password) {
      return isTooLongToMatch(name, password)
        ? undefined
        : right.find(keyOf(name.normalize('NFC'), password));
    },
    edition: () => edition,
    async verify(name, password, { client, signal }: LoginClient) {
      if (isTooLongToMatch(name, password)) return { outcome: 'wrong' };
      const key = keyOf(name.normalize('NFC'), password);
      const user = right.find(key);
      if (user !== undefined) return { outcome: 'ok', user };
      return answerTo({ name, password, client }, key, signal);
    },
    answered: (answer) => waiting.get(answer.id)?.(answer),
    forget() {
      edition += 1;
      right.clear();
    },
  };
}

interface LoginResponder {
  receive(question: LoginRequest): void;
  /** Aborts pending logins. Call when the worker has ended. */
  end(): void;
}

/** Handles one worker's logins in the primary process. `changes` returns how often the users have changed so far. */
export function handleLoginRequests(
  users: Pick<Users, 'verify'>,
  changes: () => number,
  answer: (answer: LoginResponse) => void,
): LoginResponder {
  const underWay = new Map<number, AbortController>();
  return {
    receive(question) {
      const { id } = question;
      if (question.kind === 'left') return underWay.get(id)?.abort();
      const { name, password, client } = question;
      const left = new AbortController();
      underWay.set(id, left);
      const before = changes();
      users
        .verify(name, password, { client, signal: left.signal })
        .catch(() => undefined)
        .then((login) => {
          underWay.delete(id);
          if (!left.signal.aborted) answer({ kind: 'login', id, login, isLasting: changes() === before });
        });
    },
    end() {
      for (const left of underWay.values()) left.abort();
    },
  };
}
