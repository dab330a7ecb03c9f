// GET /summary, /growth, /live and /failures.
import type { ImportUnderWay, Live, RepositorySummary, repository } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { type Health, Semaphore } from '@holdfast/service-kit';
import { listLastFailures } from '../../index/view/failures.db.ts';
import { readGrowthSince } from '../../index/view/growth.db.ts';
import { type ListedImport, listRunningImports } from '../../index/view/imports.db.ts';
import { describeJobs } from '../../jobs/describe-jobs.ts';
import { convertUnavailableErrors, makeTooManyStreamsError } from '../errors.ts';
import { CHEAP_QUERY_SHARE, createCachedQuery } from './cached-query.ts';
import { sendEvents } from './event-stream.ts';
import { createSummaryReader, type SummaryDeps } from './summary.ts';

export interface OverviewDeps extends Omit<SummaryDeps, 'health'> {
  readonly maxStreams: number;
  readonly maxStreamsOfUser: number;
  /** Interval between two events of a stream. Default: two seconds. */
  readonly pollEveryMs?: number | undefined;
}

const DAY_MS = 86_400_000;
/** Maximum number of samples, enough for ten years. */
const MAX_SAMPLES = 6_000;
const MAX_FAILURES = 100;
const EVERY_MS = 2_000;
const MAX_MS = 600_000;

export function createOverviewRoutes(deps: OverviewDeps & { health: Health }) {
  const { db, health, nowMs } = deps;
  const summary = createSummaryReader(deps);
  const live = createLiveQuery(deps, summary);
  const listening = new Semaphore(deps.maxStreams, deps.maxStreamsOfUser);
  return {
    getSummary: async (_request, response) => {
      response.json(await convertUnavailableErrors(summary()));
    },

    getGrowth: async ({ query: { days } }, response) => {
      const sinceMs = days === undefined ? 0 : nowMs() - days * DAY_MS;
      const samples = await convertUnavailableErrors(readGrowthSince(db, { sinceMs, limit: MAX_SAMPLES }));
      response.json({ samples: samples.map(({ atMs: at, ...sample }) => ({ at, ...sample })) });
    },

    getLive: async ({ raw, user, signal, isStillAllowed }, response) => {
      if (raw.accepts(['application/json', 'text/event-stream']) !== 'text/event-stream') {
        response.json(await convertUnavailableErrors(live()));
        return;
      }
      const release = listening.tryAcquire(user?.name);
      if (!release) throw makeTooManyStreamsError();
      try {
        const isOver = () => health.stopping;
        await sendEvents(
          response,
          {
            say: live,
            everyMs: deps.pollEveryMs ?? EVERY_MS,
            longestMs: MAX_MS,
            isOver,
            isAllowed: isStillAllowed,
          },
          signal,
        );
      } finally {
        release();
      }
    },

    getFailures: async (_request, response) => {
      const failures = await convertUnavailableErrors(listLastFailures(db, MAX_FAILURES));
      response.json({ failures: failures.map(({ atMs: at, ...failure }) => ({ at, ...failure })) });
    },
  } satisfies OperationHandlers<repository.operations>;
}

const MAX_IMPORTS = 50;

function createLiveQuery(
  { db, knownJobs, nowMs }: SummaryDeps,
  summary: () => Promise<RepositorySummary>,
): () => Promise<Live> {
  return createCachedQuery(async () => {
    const [figures, imports, jobs] = await Promise.all([
      summary(),
      listRunningImports(db, { limit: MAX_IMPORTS, nowMs: nowMs() }),
      describeJobs(db, knownJobs, nowMs()),
    ]);
    return { summary: figures, imports: imports.map(toImportUnderWay), jobs };
  }, CHEAP_QUERY_SHARE);
}

/** Omits the user who started the import, because only some roles may see user names. */
function toImportUnderWay({ id, namespace, auid, startedMs, ...one }: ListedImport): ImportUnderWay {
  return {
    ...{ id, namespace, auid, started: startedMs },
    ...(one.fileName !== undefined && { fileName: one.fileName }),
    ...(one.requestBytes !== undefined && { requestBytes: one.requestBytes }),
    uploadBytes: one.uploadBytes,
    counts: one.counts,
  };
}
