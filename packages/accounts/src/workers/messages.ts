// Messages about users between workers and the primary process.
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
  /** The client of this login has disconnected. */
  | { readonly kind: 'left'; readonly id: number };

/** Request for a user's account. */
export interface AccountRequest {
  readonly kind: 'user?';
  readonly id: number;
  readonly name: string;
}

/** Request to read the users file again after a change. */
export interface RereadRequest {
  readonly kind: 'reread?';
  readonly id: number;
}

export type UsersResponse =
  | LoginResponse
  | AccountResponse
  /** Reports that the users file was read again and that all workers have been notified. */
  | { readonly kind: 'reread'; readonly id: number }
  /** Reports that the users have changed. Workers must clear their caches. */
  | { readonly kind: 'forget' };

export interface LoginResponse {
  readonly kind: 'login';
  readonly id: number;
  /** Result of the login. Undefined if the login could not be checked. */
  readonly login: LoginResult | undefined;
  /** True if the worker may cache the result, because the users did not change during the check. */
  readonly isLasting: boolean;
}

export interface AccountResponse {
  readonly kind: 'user';
  readonly id: number;
  readonly account: UserAccount | undefined;
  readonly isLasting: boolean;
}
