// Builds URLs of the repository service, and validates the JSON documents that it returns.
import { RepositoryUnavailableError } from './send-request.ts';

export type QueryParameters = Readonly<Record<string, string | undefined>>;

/** Builds a URL. `base` contains no credentials; its path is prepended to `path`. */
export function buildRepositoryUrl(base: string, path: string, query: QueryParameters): URL {
  const url = new URL(base.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** Returns the value of the Authorization header, or undefined if there are no credentials. */
export function formatBasicAuthorization(
  user: string | undefined,
  password: string | undefined,
): string | undefined {
  return user === undefined || password === undefined
    ? undefined
    : `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}

export function requireJsonObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw makeUnexpectedDocumentError();
  return value as Record<string, unknown>;
}

export function getTextMember(value: unknown, name: string): string {
  const text = requireJsonObject(value)[name];
  if (typeof text !== 'string') throw makeUnexpectedDocumentError();
  return text;
}

export function getCountMember(value: unknown, name: string): number {
  const count = requireJsonObject(value)[name];
  if (!Number.isSafeInteger(count) || (count as number) < 0) throw makeUnexpectedDocumentError();
  return count as number;
}

/** Returns the artifacts on a page, and the continuation token of the next page. */
export function parseArtifactListing(answer: unknown): {
  artifacts: readonly unknown[];
  nextToken: string | undefined;
} {
  const { artifacts, pageInfo } = requireJsonObject(answer);
  const { continuationToken } = requireJsonObject(pageInfo);
  if (!Array.isArray(artifacts)) throw makeUnexpectedDocumentError();
  if (typeof continuationToken !== 'string' && continuationToken != null) throw makeUnexpectedDocumentError();
  return { artifacts, nextToken: continuationToken || undefined };
}

export function makeUnexpectedDocumentError(): RepositoryUnavailableError {
  return new RepositoryUnavailableError('The repository service sent an unexpected response document.');
}
