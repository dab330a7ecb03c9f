// AUs with damaged artifacts, from the repository service. Tables of AUs mark these AUs.
import { signal } from '@preact/signals';
import { canCall, repository } from './clients.ts';

/**
 * Maximum number of damaged artifacts that are requested. If more artifacts are damaged, some AUs may stay unmarked.
 */
const MOST = 1_000;

const damaged = signal<ReadonlySet<string>>(new Set());

/**
 * Returns whether the AU has known damage. Call this during rendering, so that the component re-renders after a change.
 */
export const isAuDamaged = (auid: string): boolean => damaged.value.has(auid);

/**
 * Requests the list of damage, if the user has permission. Never rejects: after a failure, the AUs from the last
 * successful request stay marked.
 */
export async function requestDamagedAus(signal: AbortSignal): Promise<void> {
  if (!canCall('repository', 'getDamage')) return;
  try {
    const { artifacts } = await repository.getDamage({ limit: MOST }, { signal });
    damaged.value = new Set(artifacts.map(({ auid }) => auid));
  } catch {
    // Ignores the error, because tables are useful even without the marks.
  }
}
