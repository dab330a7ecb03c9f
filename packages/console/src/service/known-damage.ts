// AUs with damaged artifacts, from the repository service. Tables of AUs mark them.
import { signal } from '@preact/signals';
import { canCall, repository } from './clients.ts';

/** Maximum number of damaged artifacts that are requested. Further ones may leave AUs unmarked. */
const MOST = 1_000;

const damaged = signal<ReadonlySet<string>>(new Set());

/** Returns whether damage is known in the AU. Call this during rendering, so that the component renders again. */
export const isAuDamaged = (auid: string): boolean => damaged.value.has(auid);

/** Requests the list of damage, if the user may. Never rejects: after a failure, the known AUs stay. */
export async function requestDamagedAus(signal: AbortSignal): Promise<void> {
  if (!canCall('repository', 'getDamage')) return;
  try {
    const { artifacts } = await repository.getDamage({ limit: MOST }, { signal });
    damaged.value = new Set(artifacts.map(({ auid }) => auid));
  } catch {
    // The marks are an addition to the table.
  }
}
