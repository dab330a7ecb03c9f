// State of loading for /status: whether this replica is ready, whether a load is running, and the last load's problems.
import { type ProblemCount, STARTUP_STAGES, type StartupStatus } from '@holdfast/service-kit';
import type { LoadRequest, LoadState } from '../index/configuration/load-state.db.ts';

export interface LoadStatus {
  readonly ready: boolean;
  readonly startupStatus: StartupStatus;
  readonly reason: string | undefined;
  /** Unix time at which the running load started, in milliseconds. Undefined if no load is running. */
  readonly loadingSinceMs: number | undefined;
  readonly problems: readonly ProblemCount[];
}

/**
 * Returns the state of loading. This replica is ready when the load request `own` has been carried out. `reached` is
 * the last reported stage: stages never go back, even if a load restarts, because other services wait for later stages.
 */
export function makeLoadStatus(state: LoadState, own: LoadRequest, reached: StartupStatus): LoadStatus {
  const { startupStatus, startedMs, requested, done } = state;
  const isLoading = requested > done && startupStatus !== 'AUS_STARTED' && startupStatus !== 'NONE';
  const loadingSinceMs = isLoading ? startedMs : undefined;
  const problems = countProblems(state);
  if (done >= own.number)
    return {
      ready: true,
      startupStatus: 'AUS_STARTED',
      reason: summarizeProblems(state),
      loadingSinceMs,
      problems,
    };
  // Ignores the stage of a load that started before the load this replica waits for.
  const isEarlier = startedMs === own.afterMs || startupStatus === 'AUS_STARTED';
  const stage = isEarlier ? reached : chooseLaterStatus(reached, startupStatus as StartupStatus);
  const reason = 'plugins, configuration and titles are being loaded';
  return { ready: false, startupStatus: stage, reason, loadingSinceMs, problems };
}

function chooseLaterStatus(one: StartupStatus, other: StartupStatus): StartupStatus {
  return STARTUP_STAGES.indexOf(other) > STARTUP_STAGES.indexOf(one) ? other : one;
}

/** Kinds of problems, most severe first: a missing source may affect everything, a title problem only a few AUs. */
const KINDS = ['sources', 'plugins', 'registries', 'titles'];
const MAX_SHOWN = 3;

function countProblems({ problems, problemCounts }: LoadState): ProblemCount[] {
  return KINDS.map((kind) => {
    const kept = problems[kind] ?? [];
    return { kind, count: problemCounts[kind] ?? kept.length, examples: kept.slice(0, MAX_SHOWN) };
  }).filter(({ count }) => count > 0);
}

function summarizeProblems({ problems, problemCounts }: LoadState): string | undefined {
  const sentences = KINDS.flatMap((kind) => {
    const all = problems[kind] ?? [];
    const more = (problemCounts[kind] ?? all.length) - MAX_SHOWN;
    const shown = all.slice(0, MAX_SHOWN);
    return more > 0 ? [...shown, `And ${more} more problems with ${kind}; the log has them all.`] : shown;
  });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
