// What Prometheus is told of the last load, whichever replica carried it out.
import { type Metrics, polledGauges } from '@holdfast/http-kit';
import { type LoadState, readLoadState } from '../index/configuration/load-state.db.ts';
import { type SourceStates, sourceStates } from '../index/inventory.db.ts';
import type { Db } from '../index/schema/db.ts';

export function loadStateMetrics(metrics: Metrics, db: Db): void {
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000);
  polledGauges(metrics, () => readLoadState(db), [
    {
      name: 'config_load_start_timestamp_seconds',
      help: 'When the last load began.',
      value: ({ startedMs }: LoadState) => seconds(startedMs),
    },
    {
      name: 'config_load_end_timestamp_seconds',
      help: 'When the last load came to its end.',
      value: ({ endedMs }) => seconds(endedMs),
    },
    {
      name: 'config_load_change_timestamp_seconds',
      help: 'When the last load began that changed something.',
      value: ({ changedMs }) => seconds(changedMs),
    },
    {
      name: 'config_loads_pending',
      help: 'Requests to load that have not been carried out.',
      value: ({ asked, done }) => asked - done,
    },
    {
      name: 'config_load_problems',
      help: 'What went wrong in the last load, by its step; /status has the words. At most 100 a step.',
      byLabel: {
        label: 'step',
        values: ({ problems }) =>
          Object.fromEntries(
            ['plugins', 'sources', 'titles'].map((step) => [step, problems[step]?.length ?? 0]),
          ),
      },
    },
  ]);
  polledGauges(metrics, () => sourceStates(db), [
    {
      name: 'config_sources',
      help: 'Sources of the configuration: loaded as they are, replaced by their last good copy, or missing.',
      byLabel: {
        label: 'state',
        values: ({ fresh, copy, missing }: SourceStates) => ({ fresh, copy, missing }),
      },
    },
  ]);
}
