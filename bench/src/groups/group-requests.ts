// Requests of the benchmark `groups`. Each is timed up to the last byte of the response.

export interface ConfigService {
  /** Base URL of the configuration service, without a trailing slash. */
  readonly configUrl: string;
  readonly user: string;
  readonly password: string;
}

export interface GroupResult {
  readonly auId: string;
  readonly isSuccess: boolean;
  readonly message: string;
}

export function createGroupRequests({ configUrl, user, password }: ConfigService) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  async function timed(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ seconds: number; answer: unknown }> {
    const headers = { authorization, 'content-type': 'application/json' };
    const text = JSON.stringify(body);
    const started = performance.now();
    const response = await fetch(configUrl + path, {
      method,
      headers,
      ...(text === undefined ? {} : { body: text }),
    });
    const received = await response.text();
    const seconds = (performance.now() - started) / 1000;
    if (!response.ok)
      throw new Error(`${method} ${path} was answered ${response.status}: ${received.slice(0, 500)}`);
    return { seconds, answer: JSON.parse(received) };
  }

  return {
    group: async (method: string, path: string, auids: readonly string[]) => {
      const { seconds, answer } = await timed(method, path, auids);
      return { seconds, results: answer as GroupResult[] };
    },
    list: async () => {
      const { seconds, answer } = await timed('GET', '/aus');
      return { seconds, auids: (answer as GroupResult[]).map(({ auId }) => auId) };
    },
  };
}
