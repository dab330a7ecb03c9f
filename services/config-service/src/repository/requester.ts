// Sends requests to the repository service with the URL and credentials in the settings, and reports them to metrics.
import { TrustOnlyAgent } from '@holdfast/service-kit/settings';
import { buildRepositoryUrl, formatBasicAuthorization, type QueryParameters } from './responses.ts';
import type { ExchangeOptions } from './send-request.ts';

export interface RepositorySettings {
  /** Base URL without credentials. Its path is prepended to the path of each request. */
  readonly url: string;
  /** File with the only certificate that is accepted. If undefined, certificates of public authorities are accepted. */
  readonly certFile: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Namespace of the requests. If undefined, the repository service uses its default namespace. */
  readonly namespace: string | undefined;
  /** Time limit for a request including its response body, in milliseconds. */
  readonly timeoutMs: number;
  /** Called after every request that was not aborted. */
  readonly onRequest?: ((outcome: 'ok' | 'error', durationMs: number) => void) | undefined;
  /** Returns additional header fields for each request. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
}

export type RequestOptions = Pick<ExchangeOptions, 'method' | 'body' | 'maxBytes' | 'signal'>;

/** Sends a request and decides whether its response is a success. */
export interface SendMethod<Answer> {
  send(url: URL, options: ExchangeOptions): Promise<Answer>;
  isOk(answer: Answer): boolean;
}

/** Returns a function that sends requests in the given namespace. The function rejects with the errors of `send`. */
export function createRequester<Answer>(
  { url, certFile, user, password, namespace, timeoutMs, headers, onRequest }: RepositorySettings,
  { send, isOk }: SendMethod<Answer>,
): (path: string, query: QueryParameters, asked: RequestOptions) => Promise<Answer> {
  const authorization = formatBasicAuthorization(user, password);
  const agent = certFile === undefined ? undefined : new TrustOnlyAgent(certFile);
  return async (path, query, asked) => {
    const begunMs = performance.now();
    const report = (isOkNow: boolean) => onRequest?.(isOkNow ? 'ok' : 'error', performance.now() - begunMs);
    try {
      const options = { authorization, headers: headers?.(), agent, timeoutMs, ...asked };
      const answer = await send(buildRepositoryUrl(url, path, { namespace, ...query }), options);
      report(isOk(answer));
      return answer;
    } catch (error) {
      if (!asked.signal.aborted) report(false);
      throw error;
    }
  };
}
