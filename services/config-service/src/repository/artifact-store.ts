// Client that stores artifacts in the repository service, with its own credentials.

import { createRequester, type RepositorySettings } from './requester.ts';
import { getCountMember, getTextMember, parseArtifactListing, requireJsonObject } from './responses.ts';
import {
  makeRefusalError,
  parseRepositoryResponse,
  RepositoryUnavailableError,
  sendRequest,
} from './send-request.ts';

export interface ArtifactVersion {
  readonly uri: string;
  readonly uuid: string;
  readonly version: number;
  readonly isCommitted: boolean;
  /** SHA-256 of the payload, as hexadecimal digits. Undefined if the repository service uses a different hash. */
  readonly sha256: string | undefined;
}

export interface NewArtifact {
  readonly auid: string;
  readonly uri: string;
  /** Unix time in milliseconds. */
  readonly collectedMs: number;
  /** Status line and header fields of an HTTP response, ending with an empty line. */
  readonly head: string;
  readonly mediaType: string | undefined;
  readonly payload: Buffer;
}

/** Client for artifacts. All methods reject with RepositoryUnavailableError, or with the abort reason of `signal`. */
export interface ArtifactStore {
  /** Returns the latest version of each URL of an AU, committed or not. Returns an empty array for an unknown AU. */
  latestOfAu(auid: string, signal: AbortSignal): Promise<ArtifactVersion[]>;
  /** Stores an artifact. Returns undefined if the latest committed version already has this content. */
  create(artifact: NewArtifact, signal: AbortSignal): Promise<ArtifactVersion | undefined>;
  commit(uuid: string, signal: AbortSignal): Promise<void>;
}

const PAGE_LIMIT = '1000';
const MAX_PAGE_BYTES = 32 * 1024 * 1024;
/**
 * Maximum number of pages per AU. A registry links to at most 5,000 files, but the repository service also contains
 * files that the registry no longer links to.
 */
const MAX_PAGES = 100;
const MAX_ANSWER_BYTES = 1024 * 1024;

export function createArtifactStore(settings: RepositorySettings): ArtifactStore {
  const { namespace } = settings;
  const ask = createRequester(settings, { send: sendRequest, isOk: ({ status }) => status < 500 });

  return {
    async latestOfAu(auid, signal) {
      const found: ArtifactVersion[] = [];
      let token: string | undefined;
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const query = { limit: PAGE_LIMIT, includeUncommitted: 'true', continuationToken: token };
        const path = `/aus/${encodeURIComponent(auid)}/artifacts`;
        const { status, isJson, text } = await ask(path, query, { maxBytes: MAX_PAGE_BYTES, signal });
        if (status === 404 && isJson) return found;
        if (status !== 200) throw makeRefusalError(status);
        const page = parseArtifactListing(parseRepositoryResponse(text));
        found.push(...page.artifacts.map(parseListedArtifact));
        token = page.nextToken;
        if (token === undefined) return found;
      }
      throw new RepositoryUnavailableError(
        'The repository service has more URLs of the AU than can be examined.',
      );
    },

    async create({ auid, uri, collectedMs, head, mediaType, payload }, signal) {
      const body = new FormData();
      const properties = {
        ...(namespace !== undefined && { namespace }),
        auid,
        uri,
        collectionDate: collectedMs,
      };
      body.set('artifactProps', JSON.stringify(properties));
      body.set('httpResponseHeader', head);
      const type = mediaType ?? 'application/octet-stream';
      body.set('payload', new Blob([Uint8Array.from(payload)], { type }), 'payload');
      const { status, text } = await ask(
        '/artifacts',
        {},
        { method: 'POST', body, maxBytes: MAX_ANSWER_BYTES, signal },
      );
      if (status === 302) return undefined;
      if (status !== 201 && status !== 200) throw makeRefusalError(status, 'store');
      return parseListedArtifact(parseRepositoryResponse(text));
    },

    async commit(uuid, signal) {
      const path = `/artifacts/${encodeURIComponent(uuid)}`;
      const { status } = await ask(
        path,
        { committed: 'true' },
        { method: 'PUT', maxBytes: MAX_ANSWER_BYTES, signal },
      );
      if (status !== 200) throw makeRefusalError(status, 'commit');
    },
  };
}

function parseListedArtifact(value: unknown): ArtifactVersion {
  const { committed, contentDigest } = requireJsonObject(value);
  const [, sha256] = /^SHA-256:([0-9a-f]{64})$/i.exec(String(contentDigest ?? '')) ?? [];
  return {
    uri: getTextMember(value, 'uri'),
    uuid: getTextMember(value, 'uuid'),
    version: getCountMember(value, 'version'),
    isCommitted: committed === true,
    sha256: sha256?.toLowerCase(),
  };
}
