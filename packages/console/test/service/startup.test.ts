// Tests logging in while the node starts.
import { ServiceError } from '@holdfast/client/browser';
import { expect, it } from '@jest/globals';
import { logInWhenReady, type StartupProgress } from '../../src/service/startup.ts';

const notReady = () => new ServiceError('POST /session', { status: 503, headers: { 'retry-after': '5' } });

/** Logs in to a node that reports these statuses. `fails` returns the error of each attempt. */
async function waitFor(
  statuses: readonly (StartupProgress | Error)[],
  fails: (attempt: number) => Error | undefined,
  signal = new AbortController().signal,
) {
  const shown: StartupProgress[] = [];
  let attempts = 0;
  let asked = 0;
  await logInWhenReady(
    async () => {
      attempts += 1;
      const error = fails(attempts);
      if (error) throw error;
    },
    {
      ...{ signal, everyMs: 0 },
      onWait: (progress) => shown.push(progress),
      async readStatus() {
        const status = statuses[Math.min(asked, statuses.length - 1)]!;
        asked += 1;
        if (status instanceof Error) throw status;
        return status;
      },
    },
  );
  return { attempts, shown };
}

const loading = { ready: false, startupStatus: 'PLUGINS_LOADING' } as const;
const ready = { ready: true, startupStatus: 'AUS_STARTED' } as const;

it('logs in at once if the node is ready', async () => {
  expect(await waitFor([ready], () => undefined)).toEqual({ attempts: 1, shown: [] });
});

it('waits until the node is ready, and then logs in', async () => {
  const found = await waitFor([loading, new Error('no answer'), loading, ready], (attempt) =>
    attempt === 1 ? notReady() : undefined,
  );
  expect(found).toEqual({ attempts: 2, shown: [loading, loading, ready] });
});

it('reports a wrong password after the wait', async () => {
  const wrong = new ServiceError('POST /session', { status: 401, headers: {} });
  await expect(waitFor([ready], (attempt) => (attempt === 1 ? notReady() : wrong))).rejects.toBe(wrong);
});

it('does not wait after a failure without Retry-After', async () => {
  const failure = new ServiceError('POST /session', { status: 503, headers: {} });
  await expect(waitFor([ready], () => failure)).rejects.toBe(failure);
});

it('stops when the user cancels the wait', async () => {
  const { signal } = { signal: AbortSignal.abort() };
  await expect(waitFor([loading], () => notReady(), signal)).rejects.toBe(signal.reason);
});
