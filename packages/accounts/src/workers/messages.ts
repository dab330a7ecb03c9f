// Messages between workers and the primary process about users.
import type { Account } from '../users/user-store.ts';
import type { Login } from '../users/users.ts';

export type UsersQuestion = LoginQuestion | AccountQuestion | RereadQuestion;

export type LoginQuestion =
  | {
      readonly kind: 'login?';
      readonly id: number;
      readonly name: string;
      readonly password: string;
      /** Address of the client. */
      readonly client: string;
    }
  /** Nobody waits for that login any more. */
  | { readonly kind: 'left'; readonly id: number };

/** Asks whose credentials these are. */
export interface AccountQuestion {
  readonly kind: 'user?';
  readonly id: number;
  readonly name: string;
}

/** The users file has been changed. */
export interface RereadQuestion {
  readonly kind: 'reread?';
  readonly id: number;
}

export type UsersAnswer =
  | LoginAnswer
  | AccountAnswer
  /** The users were read again, and all workers told. */
  | { readonly kind: 'reread'; readonly id: number }
  /** The users have changed: credentials that were right may no longer be. */
  | { readonly kind: 'forget' };

export interface LoginAnswer {
  readonly kind: 'login';
  readonly id: number;
  /** Undefined: it could not be found out. */
  readonly login: Login | undefined;
  /** The users have not changed since it was asked: the worker may remember it. */
  readonly isLasting: boolean;
}

export interface AccountAnswer {
  readonly kind: 'user';
  readonly id: number;
  readonly account: Account | undefined;
  readonly isLasting: boolean;
}
