// Who is logged in, and which services there are: what GET /session says, asked again from time to time, which also keeps the
// session from ending while the console is in use.

import type { repository } from '@holdfast/api-types';
import { errorOf, ServiceError } from '@holdfast/client/browser';
import { signal } from '@preact/signals';
import { nodeBase } from '../browser/base.ts';

export type ServiceId = 'repository' | 'configuration';
type SessionAnswer = repository.components['schemas']['Session'];

export interface Session {
  readonly name: string;
  readonly roles: readonly string[];
}

export interface Services {
  /** Addresses; each ends with `/`. */
  readonly repository?: URL;
  readonly configuration?: URL;
}

/** `undefined`: not yet known; `null`: nobody is logged in. */
export const session = signal<Session | null | undefined>(undefined);
export const services = signal<Services>({});
/** Version of the software that gave out the page. */
export const version = signal('');

/** Somebody was logged in, and must be again before what is on the screen can go on. */
export const hasEnded = signal(false);

/** Says that it is the console that asks: a refusal then raises no login window of the browser. */
export const CONSOLE_HEADERS = { 'X-Requested-With': 'holdfast-console' };

const RENEW_MS = 10 * 60_000;
const OPERATION = '/session';
const waiting = new Set<(isBack: boolean) => void>();

/** Resolves when it is known who is logged in. Rejects with ServiceError. */
export async function loadSession(): Promise<void> {
  take(await exchange('GET'));
}

/** Rejects with ServiceError: 401 where name or password are wrong, 429 after too many wrong ones. */
export async function logIn(name: string, password: string): Promise<void> {
  const before = session.value?.name;
  take(await exchange('POST', { name, password }));
  // What is on the screen is somebody else's.
  if (hasEnded.value && before !== session.value?.name) location.reload();
  hasEnded.value = false;
  for (const resume of waiting) resume(true);
  waiting.clear();
}

export async function logOut(): Promise<void> {
  await exchange('DELETE');
  // Nothing of what was shown stays in memory.
  location.reload();
}

/** A service does not know who asks. Resolves when somebody has logged in again: to whether it is worth asking once more. */
export async function loggedInAgain(): Promise<boolean> {
  if (!hasEnded.value) {
    const now = await exchange('GET').catch(() => undefined);
    // Only this service refuses; the session goes on.
    if (now === undefined || now.user !== null) return false;
    hasEnded.value = true;
  }
  return new Promise((resolve) => waiting.add(resolve));
}

/** Renews the session as long as the page is looked at. */
export function keepSession(): void {
  let renewedMs = Date.now();
  const renew = (): void => {
    if (document.hidden || !session.value || hasEnded.value || Date.now() - renewedMs < RENEW_MS) return;
    renewedMs = Date.now();
    exchange('GET').then(
      (answer) => {
        if (answer.user === null) hasEnded.value = true;
        else take(answer);
      },
      // The service may be away for a moment.
      () => undefined,
    );
  };
  setInterval(renew, RENEW_MS / 10);
  document.addEventListener('visibilitychange', renew);
}

function take({ user, services: found, version: software }: SessionAnswer): void {
  session.value = user === null ? null : { name: user.name, roles: user.roles };
  services.value = Object.fromEntries(
    found.map(({ name, path }) => [name, new URL(path, nodeBase)]),
  ) as Services;
  version.value = software;
}

async function exchange(method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<SessionAnswer> {
  const operation = `${method} ${OPERATION}`;
  let answer: Response;
  try {
    answer = await fetch(new URL('session', nodeBase), {
      method,
      headers: { ...CONSOLE_HEADERS, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new ServiceError(operation, {}, { cause });
  }
  if (!answer.ok) throw await errorOf(answer, operation);
  return answer.status === 204 ? { user: null, services: [], version: '' } : await answer.json();
}
