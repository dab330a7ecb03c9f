// Computes the total content of an AU over all namespaces.
import type { repository } from '@holdfast/api-types';

type AuSummary = repository.components['schemas']['AuSummary'];

/** Total content of an AU in all namespaces, and the names of the namespaces that contain it. */
export type AuHoldings = Omit<AuSummary, 'namespace'> & { readonly namespaces: readonly string[] };

/** Adds up the content of an AU. Returns null if the AU has no content. */
export function sumAuHoldings(summaries: readonly AuSummary[]): AuHoldings | null {
  const [first] = summaries;
  if (first === undefined) return null;
  const sumOf = (key: 'artifacts' | 'committed' | 'urls' | 'bytes' | 'latestBytes' | 'storedBytes') =>
    summaries.reduce((sum, summary) => sum + summary[key], 0);
  return {
    auid: first.auid,
    namespaces: summaries.map(({ namespace }) => namespace),
    artifacts: sumOf('artifacts'),
    committed: sumOf('committed'),
    urls: sumOf('urls'),
    bytes: sumOf('bytes'),
    latestBytes: sumOf('latestBytes'),
    storedBytes: sumOf('storedBytes'),
  };
}
