// What makes a record a duplicate: it has the same payload as the latest committed version of its URL in its AU, or it
// is a revisit of an artifact that is there. The question is asked twice. Beforehand, so that bytes which would only
// be dropped are never stored; what is found then is certain, but what is not found may still come. And for good,
// under the AU's lock, where nobody else stores (resolve-batch.ts). The index only looks up what is asked for here.

import type { Original } from './artifact-row.ts';
import type { CapturedRecord } from './capture.ts';
import { type DamagedCopy, wouldRepair } from './damaged-copy.ts';
import type { Disposition, Outcome } from './disposition.ts';
import type { ArtifactName, Entry } from './entry.ts';

/** What the index holds of one URL of the AU. */
export interface UrlState {
  readonly highestVersion: number;
  /** The latest committed version. */
  readonly latest: (ArtifactName & { readonly contentLength: number }) | undefined;
  /** Artifacts of it that are damaged, in the order of their versions. */
  readonly damaged?: readonly DamagedCopy[] | undefined;
}

/** What the AU is known to hold, and what is on its way into it. */
export interface DedupContext {
  /** The AU held no artifact when it was first asked: nothing in the index can be the same. */
  readonly wasEmpty: boolean;
  /** Something of the AU was known to be damaged: what comes may be its repair. */
  readonly wasDamaged: boolean;
  /** The last entry of this URL that is not yet in the index. */
  pending(url: string): Entry | undefined;
}

const SAME_PAYLOAD = 'the same payload as the latest committed version of this URL';
const REVISIT = 'a revisit of the artifact named here';

/** Beforehand: the URLs whose states `duplicatesBeforehand` needs. Those with a pending entry are compared with that. */
export function urlsToLookUp(
  records: readonly CapturedRecord[],
  { wasEmpty, wasDamaged, pending }: DedupContext,
): string[] {
  if (wasEmpty) return [];
  const urls = new Set(comparable(records).map(({ url }) => url));
  return [...urls].filter((url) => wasDamaged || !pending(url));
}

/** Beforehand: the records that are certain to be duplicates, by what the index holds and what is on its way there. */
export function duplicatesBeforehand<Candidate extends CapturedRecord>(
  records: readonly Candidate[],
  states: ReadonlyMap<string, UrlState>,
  context: Pick<DedupContext, 'pending'>,
): Map<Candidate, DuplicateDisposition> {
  const duplicates = new Map<Candidate, DuplicateDisposition>();
  const earlier = new Set<string>();
  for (const record of comparable(records)) {
    // An earlier record of the same URL has no entry yet: what becomes of this one is left to the index.
    if (earlier.has(record.url)) continue;
    const duplicate = beforehand(record, states.get(record.url), context.pending(record.url));
    if (duplicate) duplicates.set(record, duplicate);
    else earlier.add(record.url);
  }
  return duplicates;
}

export type DuplicateDisposition =
  | { readonly disposition: 'decided'; readonly verdict: DuplicateVerdict }
  | Extract<Disposition, { disposition: 'duplicateOf' }>;

export interface DuplicateVerdict {
  readonly status: 'DUPLICATE';
  readonly artifact: ArtifactName;
  readonly message: string;
}

/**
 * For good, under the AU's lock: what an entry that is not to be stored again is a duplicate of. `original`: the
 * artifact that it is a revisit of, if it is one.
 */
export function finalDuplicate(
  { storeDuplicate, record }: Entry,
  original: Original | undefined,
  state: UrlState | undefined,
): Extract<Outcome, { outcome: 'duplicate' }> | undefined {
  if (storeDuplicate) return undefined;
  if (original) return { outcome: 'duplicate', artifact: nameOf(original), message: REVISIT };
  const same = latestIfSame(state, record.sha256);
  return same && { outcome: 'duplicate', artifact: nameOf(same), message: SAME_PAYLOAD };
}

/** The verdict on a duplicate of an artifact with the same payload. */
export function samePayload(artifact: ArtifactName): DuplicateVerdict {
  return { status: 'DUPLICATE', artifact: nameOf(artifact), message: SAME_PAYLOAD };
}

/** A revisit is compared by its original, which only the index transaction finds. */
function comparable<Candidate extends CapturedRecord>(records: readonly Candidate[]): Candidate[] {
  return records.filter(({ kind }) => kind !== 'revisit');
}

function beforehand(
  { sha256 }: CapturedRecord,
  state: UrlState | undefined,
  pending: Entry | undefined,
): DuplicateDisposition | undefined {
  if (wouldRepair(state?.damaged, sha256)) return undefined;
  if (pending) {
    return pending.record.sha256 === sha256 ? { disposition: 'duplicateOf', entry: pending } : undefined;
  }
  const same = latestIfSame(state, sha256);
  return same && { disposition: 'decided', verdict: samePayload(same) };
}

function latestIfSame(state: UrlState | undefined, sha256: string): UrlState['latest'] {
  return state?.latest?.sha256 === sha256 ? state.latest : undefined;
}

function nameOf({ id, version, sha256 }: ArtifactName): ArtifactName {
  return { id, version, sha256 };
}
