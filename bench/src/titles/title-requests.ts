// Requests to the configuration service for the benchmark `titles`.
import { setTimeout as sleep } from 'node:timers/promises';

export interface ConfigService {
  /** Base URL of the configuration service, without a trailing slash. */
  readonly configUrl: string;
  readonly user: string;
  readonly password: string;
}

const POLL_MS = 20;

export function createTitleRequests({ configUrl, user, password }: ConfigService) {
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };

  async function ask(method: string, path: string): Promise<Response> {
    const response = await fetch(configUrl + path, { method, headers });
    if (response.ok) return response;
    throw new Error(
      `${method} ${path} was answered ${response.status}: ${(await response.text()).slice(0, 500)}`,
    );
  }

  const pathOf = (query: string) => `/ws/tdbaus?tdbAuQuery=${encodeURIComponent(query)}`;

  return {
    /** Reloads the configuration. Resolves to the seconds until the load has finished. */
    async reload(): Promise<number> {
      const started = performance.now();
      const asked = await ask('PUT', '/config/reload');
      await asked.body?.cancel();
      for (;;) {
        const state = await ask('GET', '/config/lastupdatetime');
        await state.body?.cancel();
        if (Number(state.headers.get('x-loads-done')) >= Number(asked.headers.get('x-load-number'))) break;
        await sleep(POLL_MS);
      }
      return (performance.now() - started) / 1000;
    },
    async query(query: string): Promise<{ ms: number; rows: unknown[] }> {
      const started = performance.now();
      const rows = (await (await ask('GET', pathOf(query))).json()) as unknown[];
      return { ms: performance.now() - started, rows };
    },
    /** Sends a query and counts the rows of the response without storing them. */
    async stream(query: string): Promise<{ seconds: number; rows: number; sizeBytes: number }> {
      const started = performance.now();
      let rows = 0;
      let sizeBytes = 0;
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of (await ask('GET', pathOf(query))).body!) {
        sizeBytes += chunk.length;
        const pieces = (rest + decoder.decode(chunk, { stream: true })).split(ROW_START);
        rows += pieces.length - 1;
        rest = pieces.at(-1)!.slice(-ROW_START.length);
      }
      return { seconds: (performance.now() - started) / 1000, rows, sizeBytes };
    },
  };
}

/** Text that occurs exactly once in each row. */
const ROW_START = '"auId":';
