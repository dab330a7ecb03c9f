// Builds URLs of the repository service and validates the documents of its responses.
import { RepositoryUnavailableError } from './exchange.ts';

export type Query = Readonly<Record<string, string | undefined>>;

/** `base` has no credentials; its path is prepended to `path`. */
export function address(base: string, path: string, query: Query): URL {
  const url = new URL(base.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** Returns undefined if there is no login. */
export function basicAuthorization(
  user: string | undefined,
  password: string | undefined,
): string | undefined {
  return user === undefined || password === undefined
    ? undefined
    : `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}

export function members(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw strange();
  return value as Record<string, unknown>;
}

export function textIn(value: unknown, name: string): string {
  const text = members(value)[name];
  if (typeof text !== 'string') throw strange();
  return text;
}

export function countIn(value: unknown, name: string): number {
  const count = members(value)[name];
  if (!Number.isSafeInteger(count) || (count as number) < 0) throw strange();
  return count as number;
}

/** Returns the artifacts of a page and the token of the next page. */
export function listedIn(answer: unknown): { artifacts: readonly unknown[]; nextToken: string | undefined } {
  const { artifacts, pageInfo } = members(answer);
  const { continuationToken } = members(pageInfo);
  if (!Array.isArray(artifacts)) throw strange();
  if (typeof continuationToken !== 'string' && continuationToken != null) throw strange();
  return { artifacts, nextToken: continuationToken || undefined };
}

export function strange(): RepositoryUnavailableError {
  return new RepositoryUnavailableError(
    'The repository service answered with a document of another form than its interface has.',
  );
}
