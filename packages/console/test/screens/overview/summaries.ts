// RepositorySummary of a healthy node with content, for tests.
import type { RepositorySummary } from '@holdfast/api-types';

export const DAY_MS = 86_400_000;

const at = Date.UTC(2026, 10, 23);

export const healthySummary: RepositorySummary = {
  at,
  stored: { aus: 12, artifacts: 48_210, bytes: 7_340_032_000 },
  store: { type: 'Posix', name: 'repository', daysLeft: 3_000 },
  fixity: { bytes: 1, checkedBytes: 1, periodDays: 90, oldestCheck: at - 12.5 * DAY_MS, walking: false },
  damage: { artifacts: 0, objects: 0 },
  journal: { rows: 0, seconds: 0 },
  importsUnderWay: 0,
  jobs: { failed: [], paused: [] },
  dependencies: [{ name: 'database', usable: true }],
};
