// GET /copies, GET /jobs, PUT /jobs/{job}, GET /damage, POST /damage/{uuid}/repair, GET /purges, GET /sweep/preview and
// GET /artifacts/{uuid}/events.
import type { repository } from '@holdfast/api-types';
import { addAuditSubject, type OperationHandlers } from '@holdfast/http-kit';
import type { Executor } from '@holdfast/pg-kit';
import { Semaphore } from '@holdfast/service-kit';
import { formatDigestText } from '../../domain/record/manifest-line.ts';
import { findArtifact } from '../../index/artifact.db.ts';
import { countDamaged } from '../../index/damage.db.ts';
import { listFaultyObjects } from '../../index/fixity/report.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { listDamagedByUuid } from '../../index/view/damaged.db.ts';
import { requestJobPause, requestJobResume, requestJobStart } from '../../index/view/job-requests.db.ts';
import { readJobReport } from '../../index/view/job-states.db.ts';
import { countPurges, type ListedPurge, listPurges, type PurgePosition } from '../../index/view/purges.db.ts';
import { describeCopies } from '../../jobs/copies/describe-copies.ts';
import { describeJobs, type JobDescription } from '../../jobs/describe-jobs.ts';
import { findCopySet } from '../../jobs/fixity/segment-copies.ts';
import type { JobDefinition } from '../../jobs/known-jobs.ts';
import { describePeerRepairRun } from '../../jobs/peers/peer-repair-job.ts';
import { SWEEP_PREVIEW_NAME, type SweepReport } from '../../jobs/sweep/sweep.ts';
import { requireArtifact } from '../artifacts/artifacts.ts';
import {
  convertUnavailableErrors,
  makeJobPausedError,
  makeJobRunningError,
  makeNoSuchJobError,
} from '../errors.ts';
import { canSeeUserDetails } from '../shared/can-see-user-details.ts';
import { createPages, type PageLimits, type PageTokenSettings } from '../shared/paging.ts';
import { makeRequestLink } from '../shared/request-link.ts';
import { type EventPosition, readEventsPage } from './events.ts';
import { type RepairDeps, repairArtifact, toDamageWire } from './repair.ts';

export interface KeepingDeps extends JobsDeps, RepairDeps {
  readonly defaultNamespace: string;
  readonly tokens: PageTokenSettings;
  readonly pageLimits: PageLimits;
}

/** Maximum number of concurrent repairs. */
const REPAIRS_AT_ONCE = 2;
const MAX_OBJECTS = 200;

export function createKeepingRoutes(deps: KeepingDeps) {
  const { db, tokens, pageLimits } = deps;
  const repairs = new Semaphore(REPAIRS_AT_ONCE);
  return {
    getJobs: async (_request, response) => {
      response.json({ jobs: await convertUnavailableErrors(describeJobs(db, deps.knownJobs, deps.nowMs())) });
    },

    getCopies: async (_request, response) => {
      const reports = [
        describeCopies(db, findCopySet(deps.store), deps.nowMs()),
        describePeerRepairRun(db),
      ] as const;
      const [stores, lastRun] = await convertUnavailableErrors(Promise.all(reports));
      const sources = deps.peerRepairs?.peers.map(({ url }) => url) ?? [];
      response.json({ stores, peers: { sources, ...(lastRun && { lastRun }) } });
    },

    controlJob: async ({ params, body, user, raw }, response) => {
      const order = { id: params.job, op: body.op, by: user?.name ?? '' };
      addAuditSubject(raw, { op: order.op });
      response.json(await convertUnavailableErrors(orderJob(deps, order)));
    },

    getDamage: async ({ query, raw }, response) => {
      const { uuid } = query;
      const paging = createPages<string>(tokens, pageLimits, ['damage', uuid ?? '']);
      const { limit, after, totalCount } = paging.request(query);
      const found = await convertUnavailableErrors(listDamagedByUuid(db, { after, limit: limit + 1, uuid }));
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1)!.uuid : undefined;
      const count = uuid === undefined ? await convertUnavailableErrors(countDamaged(db)) : found.length;
      const total = totalCount ?? count;
      const link = makeRequestLink(raw);
      response.json({
        artifacts: shown.map(({ url: uri, collectionMs: collectionDate, damages, ...one }) => ({
          ...one,
          uri,
          collectionDate,
          damages: damages.map(toDamageWire),
        })),
        // Only the first page lists the damaged objects, because the list is the same for all pages.
        ...(after === undefined &&
          uuid === undefined && {
            objects: await convertUnavailableErrors(listFaultyObjects(db, MAX_OBJECTS)),
          }),
        pageInfo: paging.info({ totalCount: total, items: shown.length, link, last }),
      });
    },

    repairArtifact: async ({ params, query, user, signal, raw }, response) => {
      await repairs.run(signal, async () => {
        const artifact = await convertUnavailableErrors(requireArtifact(deps, params.uuid, query.namespace));
        const answer = await convertUnavailableErrors(
          repairArtifact(deps, artifact, { by: user?.name, signal }),
        );
        addAuditSubject(raw, { result: answer.outcome });
        response.json(answer);
      });
    },

    getPurges: async ({ query, raw }, response) => {
      const paging = createPages<PurgePosition>(tokens, pageLimits, ['purges']);
      const { limit, after, totalCount } = paging.request(query);
      const found = await convertUnavailableErrors(listPurges(db, { after, limit: limit + 1 }));
      const shown = found.slice(0, limit);
      const final = found.length > limit ? shown.at(-1)! : undefined;
      const last = final && { at: final.at, uuid: final.uuid };
      const total = totalCount ?? (await convertUnavailableErrors(countPurges(db)));
      const link = makeRequestLink(raw);
      response.json({
        purges: shown.map(toPurgeWire),
        pageInfo: paging.info({ totalCount: total, items: shown.length, link, last }),
      });
    },

    getSweepPreview: async (_request, response) => {
      const found = await convertUnavailableErrors(readJobReport<SweepReport>(db, SWEEP_PREVIEW_NAME));
      if (!found) {
        response.json({});
        return;
      }
      const { finishedMs, progress, report } = found;
      const { items, bytes, counts } = progress;
      response.json({ finished: Math.round(finishedMs), looked: items, bytes, counts, ...report });
    },

    getArtifactEvents: async ({ params: { uuid }, query, user, raw }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      const artifact = await convertUnavailableErrors(findArtifact(deps.pool, { namespace, uuid }));
      const paging = createPages<EventPosition>(tokens, pageLimits, ['events', namespace, uuid]);
      const wanted = {
        uuid,
        namespace,
        artifact,
        canSeeUserDetails: canSeeUserDetails(user),
        query,
        link: makeRequestLink(raw),
      };
      response.json(await convertUnavailableErrors(readEventsPage(db, paging, wanted)));
    },
  } satisfies OperationHandlers<repository.operations>;
}

function toPurgeWire({
  uuid,
  namespace,
  auid,
  sha256,
  orderedMs,
  by,
  reason,
  erasedMs,
  locked,
}: ListedPurge) {
  return {
    ...{ uuid, namespace, auid, by, reason },
    ...(sha256 !== '' && { contentDigest: formatDigestText(sha256) }),
    ordered: Math.round(orderedMs),
    ...(erasedMs !== null && { erased: Math.round(erasedMs) }),
    ...(locked !== null && { locked }),
  };
}

/** Dependencies of job control. A request for a job is recorded in the index, so that any replica may run the job. */
interface JobsDeps {
  readonly db: Executor<IndexSchema>;
  readonly knownJobs: readonly JobDefinition[];
  nowMs(): number;
}

type JobOrder = 'start' | 'pause' | 'resume';

/** Records the request and returns the job. Throws 404 for an unknown job, and 409 if the job cannot be started. */
async function orderJob(
  deps: JobsDeps,
  { id, op, by }: { id: string; op: JobOrder; by: string },
): Promise<JobDescription> {
  const job = deps.knownJobs.find((one) => one.id === id);
  if (!job) throw makeNoSuchJobError(id);
  const stateNow = async () => (await describeJobs(deps.db, [job], deps.nowMs()))[0]!;
  if (op === 'pause') await requestJobPause(deps.db, job.name, by);
  if (op === 'resume') await requestJobResume(deps.db, job.name);
  if (op === 'start') {
    if ((await stateNow()).state === 'running') throw makeJobRunningError(id);
    if (!(await requestJobStart(deps.db, job.name, by))) throw makeJobPausedError(id);
  }
  return stateNow();
}
