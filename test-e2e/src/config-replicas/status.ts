// Reads /status of the configuration service and waits for a given status.
import { setTimeout as sleep } from 'node:timers/promises';

export interface ConfigStatus {
  readonly ready: boolean;
  readonly startupStatus: string;
  readonly reason?: string;
}

/** Startup stages, in order. */
export const startupStages = [
  'NONE',
  'PLUGINS_CRAWLING',
  'PLUGINS_COLLECTED',
  'PLUGINS_LOADING',
  'PLUGINS_LOADED',
  'AUS_STARTING',
  'AUS_STARTED',
];

/** Reads /status. Returns undefined while the process does not listen. */
export async function readStatus({ url }: { readonly url: string }): Promise<ConfigStatus | undefined> {
  try {
    return (await (await fetch(`${url}/status`)).json()) as ConfigStatus;
  } catch {
    return undefined;
  }
}

const patienceMs = 45_000;

/** Resolves when `holds` returns true. Rejects after the time limit. */
export async function waitUntil(
  holds: () => Promise<boolean> | boolean,
  what = () => 'what was waited for',
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what()} did not come in ${patienceMs} ms`);
    await sleep(20);
  }
}

export async function waitForStatus(
  server: { readonly url: string },
  wanted: Partial<ConfigStatus>,
): Promise<ConfigStatus> {
  let last: ConfigStatus | undefined;
  await waitUntil(
    async () => {
      last = await readStatus(server);
      return Object.entries(wanted).every(([name, value]) => last?.[name as keyof ConfigStatus] === value);
    },
    () => `${JSON.stringify(wanted)} instead of ${JSON.stringify(last)}`,
  );
  return last!;
}
