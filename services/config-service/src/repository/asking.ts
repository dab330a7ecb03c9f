// Requests to the repository service as its settings say: where to, with which login, and heard of by whoever counts them.
import { address, basicAuthorization, type Query } from './answers.ts';
import type { ExchangeOptions } from './exchange.ts';

export interface RepositorySettings {
  /** Base address, without credentials; a path in it stays in front of ours. */
  readonly url: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Absent: the default namespace of the repository service. */
  readonly namespace: string | undefined;
  /** Bounds one request, to the last byte of its answer. */
  readonly timeoutMs: number;
  /** Hears of every request that was not given up here. */
  readonly onRequest?: ((outcome: 'ok' | 'error', durationMs: number) => void) | undefined;
  /** Sent with each request. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
}

/** What a request says of itself. */
export type Asked = Pick<ExchangeOptions, 'method' | 'body' | 'maxBytes' | 'signal'>;

/** How a request is sent, and whether what comes of it counts as answered. */
export interface Sending<Answer> {
  send(url: URL, options: ExchangeOptions): Promise<Answer>;
  isOk(answer: Answer): boolean;
}

/** Asks, in the namespace of the settings; rejects as `send` does. */
export function asking<Answer>(
  { url, user, password, namespace, timeoutMs, headers, onRequest }: RepositorySettings,
  { send, isOk }: Sending<Answer>,
): (path: string, query: Query, asked: Asked) => Promise<Answer> {
  const authorization = basicAuthorization(user, password);
  return async (path, query, asked) => {
    const begunMs = performance.now();
    const told = (isOkNow: boolean) => onRequest?.(isOkNow ? 'ok' : 'error', performance.now() - begunMs);
    try {
      const options = { authorization, headers: headers?.(), timeoutMs, ...asked };
      const answer = await send(address(url, path, { namespace, ...query }), options);
      told(isOk(answer));
      return answer;
    } catch (error) {
      if (!asked.signal.aborted) told(false);
      throw error;
    }
  };
}
