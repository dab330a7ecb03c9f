// Client that reads the URLs and the size of an AU from the repository service.

import { createRequester, type RepositorySettings } from './requester.ts';
import { getCountMember, getTextMember, parseArtifactListing } from './responses.ts';
import {
  type ExchangeOptions,
  makeRefusalError,
  parseRepositoryResponse,
  RepositoryUnavailableError,
  sendRequest,
} from './send-request.ts';

export { RepositoryUnavailableError };

export interface AuSize {
  /** Total size of the latest version of each URL. */
  readonly latestBytes: number;
  readonly allVersionsBytes: number;
  /** Total size of the WARC files that contain the AU. */
  readonly warcBytes: number;
}

/** Client for AUs. Its methods reject with RepositoryUnavailableError, or with the abort reason of `signal`. */
export interface Repository {
  /**
   * Yields pages of the distinct URLs with a committed version, in the order of the repository service. Yields nothing
   * for an unknown AU.
   */
  urlsOfAu(auid: string, signal: AbortSignal): AsyncGenerator<readonly string[], void, undefined>;
  /** Returns the size of an AU, with zeros for an unknown AU. */
  sizeOfAu(auid: string, signal: AbortSignal): Promise<AuSize>;
}

const PAGE_LIMIT = 1_000;
/** Maximum size of a page: 32 KiB per artifact, which is more than the longest URL that servers accept. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;
const MAX_SIZE_BYTES = 64 * 1024;

export function createHttpRepository(settings: RepositorySettings): Repository {
  const ask = createRequester(settings, { send: getJson, isOk: () => true });
  return {
    async *urlsOfAu(auid, signal) {
      let token: string | undefined;
      do {
        const query = { limit: String(PAGE_LIMIT), continuationToken: token };
        const answer = await ask(`/aus/${encodeURIComponent(auid)}/artifacts`, query, {
          maxBytes: MAX_PAGE_BYTES,
          signal,
        });
        // A 404 response means that the AU is unknown or has been deleted meanwhile.
        if (answer === undefined) return;
        const { artifacts, nextToken } = parseArtifactListing(answer);
        if (artifacts.length > 0) yield artifacts.map((artifact) => getTextMember(artifact, 'uri'));
        if (nextToken !== undefined && nextToken === token) {
          throw new RepositoryUnavailableError('The repository service repeats the same page.');
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
            latestBytes: getCountMember(answer, 'totalLatestVersions'),
            allVersionsBytes: getCountMember(answer, 'totalAllVersions'),
            warcBytes: getCountMember(answer, 'totalWarcSize'),
          };
    },
  };
}

type GetOptions = Omit<ExchangeOptions, 'method' | 'body'>;

/**
 * Returns the JSON document of a 200 response, or undefined for a 404 response with a JSON body. Throws
 * RepositoryUnavailableError for every other response.
 */
async function getJson(url: URL, options: GetOptions): Promise<unknown | undefined> {
  const { status, isJson, text } = await sendRequest(url, options);
  if (status === 404 && isJson) return undefined;
  if (status !== 200) throw makeRefusalError(status);
  return parseRepositoryResponse(text);
}
