// Lists the AUs that have content in the repository but no configuration, by namespace.
import { buildNameQueries } from '../../parts/au/name-queries.ts';
import { configuration, repository } from '../../service/clients.ts';
import { COMPARED_AUS, UnmatchedAus, type UnmatchedPage } from './unmatched.tsx';

export const UnconfiguredAus = () => <UnmatchedAus words="unconfigured" load={loadPage} />;

/** Checks batches of AUs with content until a batch contains AUs that are not configured, or the end is reached. */
async function loadPage(token: string | undefined, signal: AbortSignal): Promise<UnmatchedPage> {
  const namespaces = await repository.getNamespaces({}, { signal });
  for (let next = token; ; ) {
    const page = await compareNextBatch(namespaces, next, signal);
    if (page.rows.length > 0 || page.token === undefined) return page;
    next = page.token;
  }
}

/** `token`: index of the namespace, and continuation token of its listing. */
async function compareNextBatch(
  namespaces: readonly string[],
  token: string | undefined,
  signal: AbortSignal,
): Promise<UnmatchedPage> {
  const [at, continuationToken] =
    token === undefined ? [0, undefined] : (JSON.parse(token) as [number, string | undefined]);
  const namespace = namespaces[at];
  if (namespace === undefined) return { rows: [], token: undefined };
  const { auids, pageInfo } = await repository.getAus(
    { namespace, limit: COMPARED_AUS, ...(continuationToken && { continuationToken }) },
    { signal },
  );
  const queries = buildNameQueries(auids);
  const found = await Promise.all(queries.map((auQuery) => configuration.queryAus({ auQuery }, { signal })));
  const configured = new Set(found.flat().map(({ auId }) => auId));
  const next = pageInfo.continuationToken;
  const isLast = next === undefined && at === namespaces.length - 1;
  return {
    rows: auids.filter((auid) => !configured.has(auid)).map((auid) => ({ namespace, auid })),
    token: isLast ? undefined : JSON.stringify(next === undefined ? [at + 1] : [at, next]),
  };
}
