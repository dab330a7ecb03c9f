// Messages between workers and the primary process about users.
import type { UserAccount } from '../users/user-store.ts';
import type { LoginResult } from '../users/users.ts';

export type UsersRequest = LoginRequest | AccountRequest | RereadRequest;

export type LoginRequest =
  | {
      readonly kind: 'login?';
      readonly id: number;
      readonly name: string;
      readonly password: string;
      readonly client: string;
    }
  /** Tells the primary that the client that sent this login has disconnected. */
  | { readonly kind: 'left'; readonly id: number };

/** Requests the account of a user. */
export interface AccountRequest {
  readonly kind: 'user?';
  readonly id: number;
  readonly name: string;
}

/** Tells the primary to read the users file again, because it has changed. */
export interface RereadRequest {
  readonly kind: 'reread?';
  readonly id: number;
}

export type UsersResponse =
  | LoginResponse
  | AccountResponse
  /** The users were read again, and all workers have been notified. */
  | { readonly kind: 'reread'; readonly id: number }
  /** The users have changed: cached credentials may no longer be valid. */
  | { readonly kind: 'forget' };

export interface LoginResponse {
  readonly kind: 'login';
  readonly id: number;
  /** Undefined if the login could not be checked. */
  readonly login: LoginResult | undefined;
  /** True if the users have not changed since the worker sent its message, so the worker may cache the result. */
  readonly isLasting: boolean;
}

export interface AccountResponse {
  readonly kind: 'user';
  readonly id: number;
  readonly account: UserAccount | undefined;
  readonly isLasting: boolean;
}
