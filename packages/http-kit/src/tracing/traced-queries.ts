// What the database tells of its statements, for traces.
import type { Tracing } from './tracing.ts';

/** Hooks for opening a database. */
export function tracedQueries(tracing: Tracing) {
  return {
    onQuery: (operation: string, outcome: 'ok' | 'error', durationMs: number): void => {
      tracing.called({ system: 'postgresql', operation, outcome, durationMs });
    },
  };
}
