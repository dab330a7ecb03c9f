// Finds, before anything is stored, the records that would only turn out duplicates: their bytes need not be kept.
// The index transaction decides again under the AU's lock; this only spares the store.
import type { Executor } from '@holdfast/pg-kit';
import type { Capture } from '../domain/capture.ts';
import { wouldRepair } from '../domain/damaged-copy.ts';
import type { Entry } from '../domain/entry.ts';
import type { Rules } from '../domain/judge.ts';
import { duplicateMessage, type UrlState } from '../domain/settle.ts';
import type { IndexSchema } from '../index/schema.ts';
import { urlStates } from '../index/url-states.db.ts';
import type { Fate, OpenBatch } from './open-batch.ts';
import type { Target } from './target.ts';

export interface Surroundings {
  rules: Rules;
  target: Target | undefined;
  /** The open batch and those being sealed: what they hold is not yet in the index. The nearest first. */
  batches: (OpenBatch | undefined)[];
}

export async function duplicatesOf(
  db: Executor<IndexSchema>,
  captures: readonly Capture[],
  { rules, target, batches }: Surroundings,
): Promise<Map<Capture, Fate>> {
  const duplicates = new Map<Capture, Fate>();
  if (rules.storeDuplicate || !target) return duplicates;
  const pending = (url: string) => batches.map((batch) => batch?.lastOfUrl.get(url)).find(Boolean);
  const comparable = captures.filter(({ kind }) => kind !== 'revisit');
  const known = await knownStates(db, target, comparable, pending);
  const seen = new Map<string, Capture>();
  for (const capture of comparable) {
    const fate = compare(capture, { earlier: seen.get(capture.url), pending, known });
    if (fate) duplicates.set(capture, fate);
    else seen.set(capture.url, capture);
  }
  return duplicates;
}

/** The states of URLs that no pending batch holds, of all in an AU that has damage; none for an AU that was empty when the import began. */
async function knownStates(
  db: Executor<IndexSchema>,
  target: Target,
  captures: readonly Capture[],
  pending: (url: string) => Entry | undefined,
): Promise<Map<string, UrlState>> {
  if (target.wasEmpty) return new Map();
  const urls = new Set(captures.map(({ url }) => url).filter((url) => target.wasDamaged || !pending(url)));
  return urlStates(db, target.auId, [...urls]);
}

function compare(
  capture: Capture,
  against: {
    earlier: Capture | undefined;
    pending: (url: string) => Entry | undefined;
    known: ReadonlyMap<string, UrlState>;
  },
): Fate | undefined {
  // An earlier record of the same piece of upload has no entry yet: leave it to the index.
  if (against.earlier) return undefined;
  const { latest, damaged } = against.known.get(capture.url) ?? {};
  if (wouldRepair(damaged, capture.sha256)) return undefined;
  const entry = against.pending(capture.url);
  if (entry) return entry.record.sha256 === capture.sha256 ? { fate: 'same as', entry } : undefined;
  if (!latest || latest.sha256 !== capture.sha256) return undefined;
  const artifact = { id: latest.id, version: latest.version, sha256: latest.sha256 };
  return { fate: 'told', verdict: { status: 'DUPLICATE', artifact, message: duplicateMessage } };
}
