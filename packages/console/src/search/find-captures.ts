// Searches one or all namespaces for captures, by part of their URL, UUID or digest, and for AUs by their AUID.
import type { ContentSearchResult } from '@holdfast/api-types';
import { repository } from '../service/clients.ts';

export type FoundCaptures = Omit<ContentSearchResult, 'query'>;

/** Maximum number of namespaces to search. A node usually has one or two. */
const MAX_NAMESPACES = 5;
const NAMESPACES_FRESH_MS = 60_000;

let known: { readonly names: Promise<readonly string[]>; readonly untilMs: number } | undefined;

/** Returns up to `limit` captures: of one namespace, or of all if `namespace` is undefined. */
export async function findCaptures(
  text: string,
  limit: number,
  signal: AbortSignal,
  namespace?: string,
): Promise<FoundCaptures> {
  const namespaces =
    namespace === undefined ? (await listNamespaces()).slice(0, MAX_NAMESPACES) : [namespace];
  // If there are no namespaces, the response for the default namespace still reports whether search is available.
  const asked = namespaces.length === 0 ? [{}] : namespaces.map((namespace) => ({ namespace }));
  const found = await Promise.all(
    asked.map((scope) => repository.searchContent({ q: text, limit, ...scope }, { signal })),
  );
  const captures = found.flatMap((one) => one.captures);
  const match = found.find(({ urls }) => urls.match !== undefined)?.urls.match;
  return {
    captures: captures.slice(0, limit),
    more: captures.length > limit || found.some(({ more }) => more),
    tooMany: found.some(({ tooMany }) => tooMany === true),
    aus: found.flatMap(({ aus }) => aus),
    urls: { ...found[0]!.urls, ...(match !== undefined && { match }) },
  };
}

function listNamespaces(): Promise<readonly string[]> {
  if (known === undefined || Date.now() > known.untilMs) {
    const names = repository.getNamespaces({});
    names.catch(() => {
      known = undefined;
    });
    known = { names, untilMs: Date.now() + NAMESPACES_FRESH_MS };
  }
  return known.names;
}
