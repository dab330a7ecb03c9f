// How much AUs hold, as the repository service tells it with the reader's own rights: of those in sight, in one request for
// many, and none is waited for. What was asked for is remembered as long as it is near.
import type { repository as contract } from '@holdfast/api-types';
import { signal } from '@preact/signals';
import { may, repository } from './clients.ts';

export type AuSummary = contract.components['schemas']['AuSummary'];

/** `undefined`: not known yet. `null`: it holds nothing. `away`: the repository service did not say. */
export type Held = AuSummary | null | 'away' | undefined;

/** Of one request; the service takes 500. */
const MOST_AT_ONCE = 200;
const MOST_REMEMBERED = 2_000;

const known = signal<ReadonlyMap<string, Exclude<Held, undefined>>>(new Map());

/** Whether there is a service to ask, and it may be asked. */
export const mayAskHeld = (): boolean => may('repository', 'summarizeAus');

/** To be called while something is drawn, which is drawn again when it is known. */
export const heldBy = (auid: string): Held => known.value.get(auid);

/** Asks anew, whatever is known of them. Never rejects: what cannot be had is `away`. */
export async function askHeld(auids: readonly string[], signal?: AbortSignal): Promise<void> {
  for (let from = 0; from < auids.length; from += MOST_AT_ONCE) {
    const body = auids.slice(from, from + MOST_AT_ONCE);
    try {
      const found = await repository.summarizeAus({ body }, { ...(signal && { signal }) });
      const byAuid = new Map(found.map((held) => [held.auid, held]));
      remember(body.map((auid) => [auid, byAuid.get(auid) ?? null]));
    } catch {
      if (signal?.aborted) return;
      remember(body.map((auid) => [auid, 'away']));
    }
  }
}

function remember(news: readonly (readonly [string, Exclude<Held, undefined>])[]): void {
  const all = new Map(known.peek());
  for (const [auid, held] of news) {
    all.delete(auid);
    all.set(auid, held);
  }
  for (const auid of all.keys()) {
    if (all.size <= MOST_REMEMBERED) break;
    all.delete(auid);
  }
  known.value = all;
}
