// What changes from second to second, made once for all who look on.
import type { ImportUnderWay, Live, Summary } from '@holdfast/api-types';
import { importsUnderWay, type ListedImport } from '../../index/view/imports.db.ts';
import { shownJobs } from '../../jobs/shown-jobs.ts';
import { CHEAP, remembered } from './remembered.ts';
import type { SummaryDeps } from './summary.ts';

const MOST_IMPORTS = 50;

export function liveFigures(
  { db, knownJobs, nowMs }: SummaryDeps,
  summary: () => Promise<Summary>,
): () => Promise<Live> {
  return remembered(async () => {
    const [figures, imports, jobs] = await Promise.all([
      summary(),
      importsUnderWay(db, { limit: MOST_IMPORTS, nowMs: nowMs() }),
      shownJobs(db, knownJobs, nowMs()),
    ]);
    return { summary: figures, imports: imports.map(underWay), jobs };
  }, CHEAP);
}

/** Who imports is told to those who may see the history. */
function underWay({ id, namespace, auid, startedMs, ...one }: ListedImport): ImportUnderWay {
  return {
    ...{ id, namespace, auid, started: startedMs },
    ...(one.fileName !== undefined && { fileName: one.fileName }),
    ...(one.requestBytes !== undefined && { requestBytes: one.requestBytes }),
    uploadBytes: one.uploadBytes,
    counts: one.counts,
  };
}
