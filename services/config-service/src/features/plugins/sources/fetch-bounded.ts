// One GET with an end to it: in size, in time, in redirects.

export interface Fetched {
  readonly status: number;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly headers: Headers;
  /** Empty unless the status is 200. */
  readonly body: Buffer;
}

export interface FetchLimits {
  readonly longestBytes: number;
  readonly timeoutMs: number;
}

const mostRedirects = 5;

/** Rejects with an Error whose message is a plain phrase. */
export async function fetchBounded(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Readonly<Record<string, string>>,
  { longestBytes, timeoutMs }: FetchLimits,
  signal: AbortSignal,
): Promise<Fetched> {
  const whole = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    let at = url;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const response = await fetch(at, { headers, redirect: 'manual', signal: whole });
      const next = redirectOf(response, at);
      if (next === undefined) return await read(response, at, longestBytes);
      await response.body?.cancel();
      at = next;
    }
    throw new Error(`it redirects more than ${mostRedirects} times`);
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(reasonOf(error, timeoutMs), { cause: error });
  }
}

/** Only to the same server, or from http to https there: a source must not lead the service to others. */
function redirectOf(response: Response, at: string): string | undefined {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined;
  const from = new URL(at);
  const to = URL.parse(location, at);
  const upgraded =
    from.protocol === 'http:' && to?.protocol === 'https:' && to.hostname === from.hostname && to.port === '';
  if (to === null || (to.origin !== from.origin && !upgraded))
    throw new Error('it redirects to another server');
  return to.href;
}

async function read(response: Response, url: string, longestBytes: number): Promise<Fetched> {
  const { status, headers } = response;
  if (status !== 200) {
    await response.body?.cancel();
    return { status, url, headers, body: Buffer.alloc(0) };
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > longestBytes) throw new Error(`it is longer than ${longestBytes} bytes`);
    chunks.push(chunk);
  }
  return { status, url, headers, body: Buffer.concat(chunks) };
}

function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `no whole answer came within ${timeoutMs / 1000} seconds`;
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : message;
}
