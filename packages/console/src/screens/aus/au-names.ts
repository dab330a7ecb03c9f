// What AUs are called, where the configuration service knows it: asked for those that are drawn, many at once, and kept for a
// while. Nothing waits for it, and what cannot be had is no problem: where there is no name the AUID stands.
import { signal } from '@preact/signals';
import { configuration, may } from '../../service/clients.ts';
import { nameQueries } from './name-queries.ts';

/** What is drawn at once is asked for at once. */
const TOGETHER_MS = 30;
/** An AU may have been given a name since it was asked for. */
const AGAIN_AFTER_MS = 10_000;
const MOST_REMEMBERED = 2_000;

const names = signal<ReadonlyMap<string, string>>(new Map());
const askedMs = new Map<string, number>();
const wanted = new Set<string>();

/** To be called while something is drawn, which is drawn again when it is known. Undefined: there is none, or not yet. */
export const nameOfAu = (auid: string): string | undefined => names.value.get(auid);

/** To be called when an AU has come to be shown. */
export function wantNameOf(auid: string): void {
  const lastMs = askedMs.get(auid);
  if (lastMs !== undefined && performance.now() - lastMs < AGAIN_AFTER_MS) return;
  if (!may('configuration', 'queryAus')) return;
  if (wanted.size === 0) setTimeout(ask, TOGETHER_MS);
  wanted.add(auid);
  remember(askedMs, auid, performance.now());
}

function ask(): void {
  const auids = [...wanted];
  wanted.clear();
  for (const query of nameQueries(auids)) void askFor(query).catch(() => undefined);
}

/** One that is not configured here may have its name from the title database. */
async function askFor(query: string): Promise<void> {
  const [titles, configured] = await Promise.all([
    configuration.queryTdbAus({ tdbAuQuery: query }),
    configuration.queryAus({ auQuery: query }),
  ]);
  const all = new Map(names.peek());
  for (const { auId, name } of [...titles, ...configured])
    if (auId !== undefined && name !== undefined && name !== '') remember(all, auId, name);
  names.value = all;
}

/** Forgets what was remembered first when it becomes too much. */
function remember<T>(known: Map<string, T>, auid: string, what: T): void {
  known.delete(auid);
  known.set(auid, what);
  const [first] = known.keys();
  if (known.size > MOST_REMEMBERED) known.delete(first!);
}
