// Classifies a past import by the records that it stored.
import type { repository } from '@holdfast/api-types';

export type PastImport = repository.components['schemas']['ImportPage']['imports'][number];

export type PastImportResult = PastImport['outcome'] | 'inPart' | 'known' | 'nothing';

/**
 * Classifies the import. `inPart`: some records failed, all others are stored. `known`: all records were stored before.
 * `nothing`: the file was read completely, but none of its records is stored.
 */
export function classifyPastImport({
  outcome,
  counts,
}: Pick<PastImport, 'outcome' | 'counts'>): PastImportResult {
  if (outcome !== 'complete') return outcome;
  if (counts.ERROR > 0) return counts.OK + counts.DUPLICATE > 0 ? 'inPart' : 'nothing';
  if (counts.OK > 0) return 'complete';
  return counts.DUPLICATE > 0 ? 'known' : 'nothing';
}
