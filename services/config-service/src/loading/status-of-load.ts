// What /status says of loading: the stage until the service is ready, and what went wrong in the last load.
import type { StartupStatus } from '@holdfast/http-kit';
import type { LoadState } from '../index/configuration/load-state.db.ts';

const mostShown = 10;

/** `own`: the number of the request to load that must have been carried out before this replica is ready. */
export function healthPart(
  { startupStatus, problems, done }: LoadState,
  own: number,
): { ready: boolean; startupStatus: StartupStatus; reason: string | undefined } {
  if (done >= own) return { ready: true, startupStatus: 'AUS_STARTED', reason: reasonOf(problems) };
  // What an earlier load ended with says nothing of the one that is waited for.
  const stage = startupStatus === 'AUS_STARTED' ? 'NONE' : (startupStatus as StartupStatus);
  return { ready: false, startupStatus: stage, reason: 'plugins, configuration and titles are being loaded' };
}

function reasonOf(problems: LoadState['problems']): string | undefined {
  const all = Object.values(problems).flat();
  if (all.length === 0) return undefined;
  const more = all.length > mostShown ? [`And ${all.length - mostShown} more; the log has them all.`] : [];
  return [...all.slice(0, mostShown), ...more].join(' ');
}
