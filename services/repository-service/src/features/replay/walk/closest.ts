// Chooses the captures closest to a requested time from captures in any order. Holds at most twice the requested number
// of positions. Also compares distances for closest-walk.ts and response/quick-response.ts.
import type { Capture } from '../../../domain/replay/capture.ts';
import type { TimeAndId } from '../../../domain/replay/capture-index.ts';
import { toSecond } from '../words/cdx-time.ts';

interface Candidate extends TimeAndId {
  readonly distance: number;
}

export class ClosestCaptures {
  readonly #second: number;
  readonly #count: number;
  readonly #kept: Candidate[] = [];
  /** Most distant held capture. More distant captures are rejected. Undefined until `count` captures are held. */
  #farthest: Candidate | undefined;

  /** Selects the `count` captures closest to `second`, in seconds since the epoch. */
  constructor(second: number, count: number) {
    this.#second = second;
    this.#count = count;
  }

  offer({ id, collectionMs }: Pick<Capture, 'id' | 'collectionMs'>): void {
    const candidate = { id, collectionMs, distance: computeDistance(this.#second, collectionMs) };
    if (this.#farthest && compareDistances(candidate, this.#farthest) > 0) return;
    this.#kept.push(candidate);
    if (this.#kept.length >= 2 * this.#count) this.#drop();
  }

  /** Returns the IDs of the captures, closest first. */
  ids(): string[] {
    this.#drop();
    return this.#kept.map(({ id }) => id);
  }

  #drop(): void {
    this.#kept.sort(compareDistances);
    this.#kept.length = Math.min(this.#kept.length, this.#count);
    if (this.#kept.length === this.#count) this.#farthest = this.#kept.at(-1);
  }
}

/** Returns whether a capture comes after `position` in the order by distance from `second`. */
export function isFartherThanPosition(second: number, capture: TimeAndId, position: TimeAndId): boolean {
  const [own, other] = [capture, position].map(({ id, collectionMs }) => ({
    id,
    collectionMs,
    distance: computeDistance(second, collectionMs),
  }));
  return compareDistances(own!, other!) > 0;
}

/** Returns true if `earlier` is closer, or if both are equally close. */
export function isEarlierFirst(second: number, earlier: TimeAndId, later: TimeAndId): boolean {
  return computeDistance(second, earlier.collectionMs) <= computeDistance(second, later.collectionMs);
}

function computeDistance(second: number, collectionMs: number): number {
  return Math.abs(toSecond(collectionMs) - second);
}

/** Compares distances in whole seconds. If two captures are equally close, the earlier one comes first. */
function compareDistances(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || a.collectionMs - b.collectionMs || compareIds(a.id, b.id);
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
