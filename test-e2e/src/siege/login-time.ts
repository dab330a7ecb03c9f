// Measures the duration of correct logins.
import { utimes } from 'node:fs/promises';
import { request } from 'node:http';
import type { SiegeTarget } from './attack.ts';

export interface CorrectLogin {
  readonly authorization: string;
  /** Local address from which the login is sent. */
  readonly from?: string;
}

/** Returns the milliseconds until the response. Rejects if the login fails or takes more than a minute. */
export function measureLoginMs(url: string, { authorization, from }: CorrectLogin): Promise<number> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/namespaces`,
      {
        headers: { authorization },
        agent: false,
        signal: AbortSignal.timeout(60_000),
        ...(from !== undefined && { localAddress: from }),
      },
      (answer) => {
        answer.resume();
        if (answer.statusCode === 200) resolve(performance.now() - startedMs);
        else reject(new Error(`a right login was answered ${answer.statusCode}`));
      },
    );
    asked.on('error', reject).end();
  });
}

/** Makes the services reread the users file and forget which passwords they have verified. */
export async function clearVerifiedPasswords({ usersFile }: SiegeTarget): Promise<void> {
  const now = new Date();
  await utimes(usersFile, now, now);
}
