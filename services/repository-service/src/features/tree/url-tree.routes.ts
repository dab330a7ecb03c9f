// GET /tree.
import type { repository, UrlTreePage } from '@holdfast/api-types';
import { type OperationHandlers, sendJson } from '@holdfast/http-kit';
import { createPageToken } from '@holdfast/pg-kit';
import { listUrlTreeChildren, type TreeStep } from '../../index/url-tree.db.ts';
import { type ListingDeps, requireArtifacts, toListingSource } from '../artifacts/artifact-page.ts';
import type { PageQuery } from '../shared/paging.ts';

export function createUrlTreeRoutes(deps: ListingDeps & { readonly defaultNamespace: string }) {
  return {
    getUrlTree: async ({ query }, response) => {
      const { namespace = deps.defaultNamespace, auid, urlPrefix = '' } = query;
      const { includeUncommitted = false, counts = false } = query;
      sendJson(
        response,
        await readUrlTreePage(deps, { ...query, namespace, auid, urlPrefix, includeUncommitted, counts }),
      );
    },
  } satisfies Pick<OperationHandlers<repository.operations>, 'getUrlTree'>;
}

interface UrlTreeQuery extends PageQuery {
  readonly namespace: string;
  /** AU to list. If undefined, lists all AUs of the namespace. */
  readonly auid: string | undefined;
  readonly urlPrefix: string;
  readonly includeUncommitted: boolean;
  readonly counts: boolean;
}

/** Throws 404 for an AU or a namespace without artifacts. */
async function readUrlTreePage(deps: ListingDeps, query: UrlTreeQuery): Promise<UrlTreePage> {
  const { namespace, auid, urlPrefix, includeUncommitted, counts, continuationToken } = query;
  const { key } = deps.tokens;
  if (!key) throw new Error('a page was requested before the service was ready');
  const tokens = createPageToken(key, ['tree', namespace, auid, urlPrefix, includeUncommitted]);
  const from = continuationToken ? (tokens.decode(continuationToken) as string) : undefined;
  const limit = Math.min(query.limit ?? deps.pageLimits.default, deps.pageLimits.max);
  await requireArtifacts(deps, query);
  // Requests one step more than needed. A child takes at most two steps, so the extra step shows whether there is
  // another child.
  const steps = await listUrlTreeChildren(
    toListingSource(deps),
    { namespace, auid, urlPrefix, includeUncommitted, counts },
    { from, limit: 2 * limit + 1 },
  );
  const children = mergeSteps(steps);
  const shown = children.slice(0, limit);
  return {
    urlPrefix,
    children: shown.map((child) => toChildWire(urlPrefix, child)),
    ...(children.length > limit && { continuationToken: tokens.encode(shown.at(-1)!.next) }),
  };
}

interface Child {
  readonly name: string;
  readonly isUrl: boolean;
  /** Separator between this URL and its children. Undefined if it has none. */
  readonly delimiter: string | undefined;
  readonly next: string;
  readonly artifacts: number | null;
}

/** Merges the steps into children. A URL and the URLs below it are consecutive steps but one child. */
function mergeSteps(steps: readonly TreeStep[]): Child[] {
  const children: Child[] = [];
  for (const { name, delimiter, next, artifacts } of steps) {
    const last = children.at(-1);
    const isSame = last?.name === name && last.delimiter === undefined && delimiter === '/';
    if (isSame) children[children.length - 1] = { ...last, delimiter, next, artifacts };
    else children.push({ name, isUrl: delimiter === '', delimiter: delimiter || undefined, next, artifacts });
  }
  return children;
}

function toChildWire(
  urlPrefix: string,
  { name, isUrl, delimiter, artifacts }: Child,
): UrlTreePage['children'][number] {
  return {
    name: delimiter === '?' ? `${name}?` : name,
    ...(isUrl && { url: `${urlPrefix}${name}` }),
    ...(delimiter !== undefined && { urlPrefix: `${urlPrefix}${name}${delimiter}` }),
    ...(artifacts !== null && { artifacts }),
  };
}
