// How much AUs hold, as the repository service tells it with the reader's own rights: of those in sight, in one request for
// many, and none is waited for. What was asked for is remembered as long as it is near.
import { signal } from '@preact/signals';
import { may, repository } from './clients.ts';
import { type HeldAu, together } from './held-together.ts';

/** `undefined`: not known yet. `null`: it holds nothing. `away`: the repository service did not say. */
export type Held = HeldAu | null | 'away' | undefined;

/** Of one request; the service takes 500. */
const MOST_AT_ONCE = 200;
const MOST_REMEMBERED = 2_000;

/** Between two askings while it is looked at: an import or a sweep changes it while the page stands there. */
export const HELD_EVERY_MS = 30_000;

const known = signal<ReadonlyMap<string, Exclude<Held, undefined>>>(new Map());

/** Whether there is a service to ask, and it may be asked. */
export const mayAskHeld = (): boolean => may('repository', 'summarizeAus');

/** To be called while something is drawn, which is drawn again when it is known. */
export const heldBy = (auid: string): Held => known.value.get(auid);

/** Asks anew, whatever is known of them. Never rejects: what cannot be had stays as it was known, or is `away`. */
export async function askHeld(auids: readonly string[], signal?: AbortSignal): Promise<void> {
  for (let from = 0; from < auids.length; from += MOST_AT_ONCE) {
    const body = auids.slice(from, from + MOST_AT_ONCE);
    try {
      const input = { allNamespaces: true, body };
      const found = await repository.summarizeAus(input, { ...(signal && { signal }) });
      const byAuid = Map.groupBy(found, ({ auid }) => auid);
      remember(body.map((auid) => [auid, together(byAuid.get(auid) ?? [])]));
    } catch {
      if (signal?.aborted) return;
      remember(body.filter(isUnknown).map((auid) => [auid, 'away']));
    }
  }
}

const isUnknown = (auid: string): boolean => known.peek().get(auid) === undefined;

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
