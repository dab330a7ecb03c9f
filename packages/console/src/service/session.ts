// The session and the available services, from GET /session. Regular requests keep the session valid while the console
// is in use.

import type { ApiStatus, repository } from '@holdfast/api-types';
import { ServiceError, toServiceError } from '@holdfast/client/browser';
import { signal } from '@preact/signals';
import { nodeBase } from '../browser/base.ts';
import { fetchSession } from './session-request.ts';

export type ServiceId = 'repository' | 'configuration';
type SessionAnswer = repository.components['schemas']['Session'];

export interface Session {
  readonly name: string;
  readonly roles: readonly string[];
  /** True if the user logged in through an OpenID Connect provider. */
  readonly isByProvider: boolean;
}

/** OpenID Connect provider through which users can log in. */
export type LoginProvider = NonNullable<SessionAnswer['provider']>;

export interface ReachableServices {
  /** Base URLs, each ending with `/`. */
  readonly repository?: URL;
  readonly configuration?: URL;
}

/** Current session. `undefined`: not loaded yet; `null`: no user is logged in. */
export const session = signal<Session | null | undefined>(undefined);
export const reachableServices = signal<ReachableServices>({});
/** Login provider of the service. Undefined if users can log in only with a password. */
export const loginProvider = signal<LoginProvider | undefined>(undefined);
/** Version of the service that served the page. */
export const softwareVersion = signal('');

/** True if the session has ended and the user must log in again. */
export const hasSessionEnded = signal(false);

const RENEW_MS = 10 * 60_000;
const OPERATION = '/session';
const waiting = new Set<(isBack: boolean) => void>();

/** Loads the session. `request` is a request that has been sent already. Rejects with ServiceError. */
export async function loadSession(request = fetchSession('GET')): Promise<void> {
  applySession(await readSession('GET', request));
}

/**
 * Logs in. Rejects with ServiceError: status 401 if the name or password is wrong, 429 after too many failed attempts.
 */
export async function logIn(name: string, password: string): Promise<void> {
  const before = session.value?.name;
  applySession(await requestSession('POST', { name, password }));
  // If a different user has logged in, reloads the page to discard the previous user's data.
  if (hasSessionEnded.value && before !== session.value?.name) location.reload();
  hasSessionEnded.value = false;
  for (const resume of waiting) resume(true);
  waiting.clear();
}

export async function logOut(): Promise<void> {
  const isByProvider = session.value?.isByProvider === true;
  await requestSession('DELETE');
  // Leaves or reloads the page, so that no data stays in memory.
  if (isByProvider) location.assign(new URL('console/oidc/logout', nodeBase));
  else location.reload();
}

/**
 * Waits until the user has logged in again. Call this after a response with status 401. Resolves to true if the request
 * should be repeated.
 */
export async function waitForLogin(): Promise<boolean> {
  if (!hasSessionEnded.value) {
    const now = await requestSession('GET').catch(() => undefined);
    // The session is still valid or cannot be checked, so a new login would not help.
    if (now === undefined || now.user !== null) return false;
    hasSessionEnded.value = true;
  }
  return new Promise((resolve) => waiting.add(resolve));
}

/** Requests the status of the service that served the page. This needs no login. */
export async function requestServiceStatus(signal: AbortSignal): Promise<ApiStatus> {
  const answer = await fetch(new URL('status', nodeBase), { signal, cache: 'no-store' });
  if (!answer.ok) throw await toServiceError(answer, 'GET /status');
  return answer.json();
}

/** Renews the session while the page is visible. */
export function renewSessionPeriodically(): void {
  let renewedMs = Date.now();
  const renew = (): void => {
    if (document.hidden || !session.value || hasSessionEnded.value || Date.now() - renewedMs < RENEW_MS)
      return;
    renewedMs = Date.now();
    requestSession('GET').then(
      (answer) => {
        if (answer.user === null) hasSessionEnded.value = true;
        else applySession(answer);
      },
      // Ignores errors, because the service may be unavailable for a moment.
      () => undefined,
    );
  };
  setInterval(renew, RENEW_MS / 10);
  document.addEventListener('visibilitychange', renew);
}

function applySession({ user, services: found, version: software, provider }: SessionAnswer): void {
  session.value =
    user === null ? null : { name: user.name, roles: user.roles, isByProvider: user.byProvider === true };
  loginProvider.value = provider;
  reachableServices.value = Object.fromEntries(
    found.map(({ name, path }) => [name, new URL(path, nodeBase)]),
  ) as ReachableServices;
  softwareVersion.value = software;
}

const requestSession = (method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<SessionAnswer> =>
  readSession(method, fetchSession(method, body));

async function readSession(method: string, request: Promise<Response>): Promise<SessionAnswer> {
  const operation = `${method} ${OPERATION}`;
  let answer: Response;
  try {
    answer = await request;
  } catch (cause) {
    throw new ServiceError(operation, {}, { cause });
  }
  if (!answer.ok) throw await toServiceError(answer, operation);
  return answer.status === 204 ? { user: null, services: [], version: '' } : await answer.json();
}
