// What /status says of loading: whether this replica is ready, whether a load is under way, and what the last one could
// not read.
import type { StartupStatus } from '@holdfast/http-kit';
import type { LoadState } from '../index/configuration/load-state.db.ts';

export interface StatusOfLoad {
  readonly ready: boolean;
  readonly startupStatus: StartupStatus;
  readonly reason: string | undefined;
  /** When the load began that is under way, in milliseconds since the epoch; undefined when none is. */
  readonly loadingSinceMs: number | undefined;
}

/** `own`: the number of the request to load that must have been carried out before this replica is ready. */
export function statusOfLoad(state: LoadState, own: number): StatusOfLoad {
  const { startupStatus, startedMs, requested, done } = state;
  const isLoading = requested > done && startupStatus !== 'AUS_STARTED' && startupStatus !== 'NONE';
  const loadingSinceMs = isLoading ? startedMs : undefined;
  if (done >= own)
    return { ready: true, startupStatus: 'AUS_STARTED', reason: reasonOf(state), loadingSinceMs };
  // The stage that an earlier load ended with says nothing of the one that is waited for.
  const stage = startupStatus === 'AUS_STARTED' ? 'NONE' : (startupStatus as StartupStatus);
  const reason = 'plugins, configuration and titles are being loaded';
  return { ready: false, startupStatus: stage, reason, loadingSinceMs };
}

/** Those come first that cost most: a source that is missing can change everything, a title is one of many. */
const KINDS = ['sources', 'plugins', 'titles'];
const MAX_SHOWN = 3;

function reasonOf({ problems, problemCounts }: LoadState): string | undefined {
  const sentences = KINDS.flatMap((kind) => {
    const all = problems[kind] ?? [];
    const more = (problemCounts[kind] ?? all.length) - MAX_SHOWN;
    const shown = all.slice(0, MAX_SHOWN);
    return more > 0 ? [...shown, `And ${more} more problems with ${kind}; the log has them all.`] : shown;
  });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
