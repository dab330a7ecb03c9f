// Converts fixity checks, exceptions and schedules to their API representation and to CSV.
import type {
  CheckException as CheckExceptionWire,
  CheckedCopies,
  CheckSchedule as CheckScheduleWire,
  Check as CheckWire,
} from '@holdfast/api-types';
import { formatCsvLine } from '@holdfast/http-kit';
import { type CheckException, type CheckedStoreCounts, findVerdict } from '../../domain/fixity-check.ts';
import type { FixityRun } from '../../index/checks/runs.db.ts';
import type { CheckSchedule } from '../../index/checks/schedules.db.ts';

export function toCheckWire(run: FixityRun): CheckWire {
  const { id: check, scope, stores, state, requestedBy: by, counts, bytes } = run;
  const verdict = findVerdict(state, counts, run.requested);
  return {
    ...{ check, scope, stores, state },
    ...(verdict !== undefined && { verdict }),
    ...{ by, at: run.requestedMs },
    ...(run.reason !== undefined && { reason: run.reason }),
    ...(run.schedule !== undefined && { schedule: run.schedule }),
    ...(run.startedMs !== undefined && { started: run.startedMs }),
    ...(verdict !== undefined && run.endedMs !== undefined && { ended: run.endedMs }),
    ...(run.requested !== undefined && { artifacts: run.requested }),
    ...counts,
    bytes,
    ...(run.previous !== undefined && { previous: run.previous }),
    ...(state === 'finished' && run.sha256 !== undefined && { sha256: run.sha256 }),
    ...(run.failure !== undefined && { failure: run.failure }),
  };
}

export function toCopiesWire({ store, ...counts }: CheckedStoreCounts): CheckedCopies {
  return { ...(store !== undefined && { store }), ...counts };
}

export function toExceptionWire({
  url: uri,
  store,
  repairedFrom,
  ...exception
}: CheckException): CheckExceptionWire {
  return {
    ...{ ...exception, uri },
    ...(store !== undefined && { store }),
    ...(repairedFrom !== undefined && { repairedFrom }),
  };
}

export function toScheduleWire(schedule: CheckSchedule): CheckScheduleWire {
  const { id, scope, stores, periodDays, nextMs: next, by, createdMs: since } = schedule;
  return { schedule: id, scope, stores, periodDays, next, by, since };
}

const COLUMNS = ['uuid', 'namespace', 'auid', 'url', 'outcome', 'store', 'reason', 'repairedFrom'] as const;

/** Header line of the CSV, with a line break. */
export const EXCEPTIONS_CSV_HEADER = formatCsvLine(COLUMNS);

export function formatExceptionsCsv(exceptions: readonly CheckException[]): string {
  return exceptions.map((one) => formatCsvLine(COLUMNS.map((name) => one[name]))).join('');
}
