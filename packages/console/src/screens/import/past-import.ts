// How an import of the past ended, for those who want to know whether anything was stored by it.
import type { repository } from '@holdfast/api-types';

export type PastImport = repository.components['schemas']['ImportPage']['imports'][number];

export type End = PastImport['outcome'] | 'inPart' | 'known' | 'nothing';

/**
 * `inPart`: some records failed, others did not. `known`: all that was to be stored was there before. `nothing`: the file was
 * read to its end, and nothing of it is stored.
 */
export function endOf({ outcome, counts }: Pick<PastImport, 'outcome' | 'counts'>): End {
  if (outcome !== 'complete') return outcome;
  if (counts.ERROR > 0) return counts.OK + counts.DUPLICATE > 0 ? 'inPart' : 'nothing';
  if (counts.OK > 0) return 'complete';
  return counts.DUPLICATE > 0 ? 'known' : 'nothing';
}
