// How long a login takes that is right, and whether it is let in.
import { utimes } from 'node:fs/promises';
import { request } from 'node:http';
import type { Target } from './attack.ts';

export interface RightLogin {
  readonly authorization: string;
  /** Another address of this machine that it comes from. */
  readonly from?: string;
}

/** Milliseconds until the answer. Rejects when it is not 200, or takes over a minute. */
export function loginMs(url: string, { authorization, from }: RightLogin): Promise<number> {
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

/** Makes the services forget which passwords they have verified, not who logged in lately: the users file is read again. */
export async function forgetPasswords({ usersFile }: Target): Promise<void> {
  const now = new Date();
  await utimes(usersFile, now, now);
}
