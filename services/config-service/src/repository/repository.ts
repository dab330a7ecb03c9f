// The client of the repository service, which asks it over HTTP for the URLs and the size of an AU. Artifacts and
// content are none of its business.
import { address, basicAuthorization, countIn, listedIn, type Query, textIn } from './answers.ts';
import { RepositoryUnavailableError } from './exchange.ts';
import { getJson } from './get-json.ts';

export { RepositoryUnavailableError };

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

export interface AuSize {
  /** Counts the latest version of each URL. */
  readonly latestBytes: number;
  readonly allVersionsBytes: number;
  /** Counts the WARC files that hold the AU. */
  readonly warcBytes: number;
}

/** Both methods reject with RepositoryUnavailableError, or as `signal` was aborted. */
export interface Repository {
  /** The URLs with a committed version, each once, a page at a time in the repository's order; none for an AU it does not know. */
  urlsOfAu(auid: string, signal: AbortSignal): AsyncGenerator<readonly string[], void, undefined>;
  /** The size of an AU; an AU that the repository does not know has none. */
  sizeOfAu(auid: string, signal: AbortSignal): Promise<AuSize>;
}

const PAGE_LIMIT = 1_000;
/** 32 KiB for each artifact of a page: a URL of any length that servers take, and some. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;
const MAX_SIZE_BYTES = 64 * 1024;

export function httpRepository({
  url,
  user,
  password,
  namespace,
  timeoutMs,
  onRequest,
  headers,
}: RepositorySettings): Repository {
  const authorization = basicAuthorization(user, password);
  const ask = async (path: string, query: Query, maxBytes: number, signal: AbortSignal) => {
    const begunMs = performance.now();
    const told = (outcome: 'ok' | 'error') => onRequest?.(outcome, performance.now() - begunMs);
    const options = { authorization, headers: headers?.(), timeoutMs, maxBytes, signal };
    try {
      const answer = await getJson(address(url, path, { namespace, ...query }), options);
      told('ok');
      return answer;
    } catch (error) {
      if (!signal.aborted) told('error');
      throw error;
    }
  };

  return {
    async *urlsOfAu(auid, signal) {
      let token: string | undefined;
      do {
        const query = { limit: String(PAGE_LIMIT), continuationToken: token };
        const answer = await ask(`/aus/${encodeURIComponent(auid)}/artifacts`, query, MAX_PAGE_BYTES, signal);
        // Deleted while it was read: there is nothing more of it.
        if (answer === undefined) return;
        const { artifacts, nextToken } = listedIn(answer);
        if (artifacts.length > 0) yield artifacts.map((artifact) => textIn(artifact, 'uri'));
        if (nextToken !== undefined && nextToken === token) {
          throw new RepositoryUnavailableError('The repository service gives the same page again and again.');
        }
        token = nextToken;
      } while (token !== undefined);
    },

    async sizeOfAu(auid, signal) {
      const answer = await ask(`/aus/${encodeURIComponent(auid)}/size`, {}, MAX_SIZE_BYTES, signal);
      return answer === undefined
        ? { latestBytes: 0, allVersionsBytes: 0, warcBytes: 0 }
        : {
            latestBytes: countIn(answer, 'totalLatestVersions'),
            allVersionsBytes: countIn(answer, 'totalAllVersions'),
            warcBytes: countIn(answer, 'totalWarcSize'),
          };
    },
  };
}
