// The client of the repository service, which asks it over HTTP for the URLs and the size of an AU. Artifacts and
// content are none of its business.
import { countIn, listedIn, textIn } from './answers.ts';
import { asking, type RepositorySettings } from './asking.ts';
import { type ExchangeOptions, exchange, parsed, RepositoryUnavailableError, refusal } from './exchange.ts';

export { RepositoryUnavailableError };

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

export function httpRepository(settings: RepositorySettings): Repository {
  const ask = asking(settings, { send: getJson, isOk: () => true });
  return {
    async *urlsOfAu(auid, signal) {
      let token: string | undefined;
      do {
        const query = { limit: String(PAGE_LIMIT), continuationToken: token };
        const answer = await ask(`/aus/${encodeURIComponent(auid)}/artifacts`, query, {
          maxBytes: MAX_PAGE_BYTES,
          signal,
        });
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
      const answer = await ask(
        `/aus/${encodeURIComponent(auid)}/size`,
        {},
        { maxBytes: MAX_SIZE_BYTES, signal },
      );
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

type GetOptions = Omit<ExchangeOptions, 'method' | 'body'>;

/** Gets a JSON document from the repository service. Returns the document of a 200, undefined for a 404 of a service that answers JSON; everything else is RepositoryUnavailableError. */
async function getJson(url: URL, options: GetOptions): Promise<unknown | undefined> {
  const { status, isJson, text } = await exchange(url, options);
  if (status === 404 && isJson) return undefined;
  if (status !== 200) throw refusal(status);
  return parsed(text);
}
