// How far a walk of a job is.

/** Counts a whole walk, over all its interruptions. */
export interface Progress {
  /** What a job counts as one: an object, say. */
  items: number;
  bytes: number;
  /** How many there are in all, as far as it is known. */
  totalItems?: number | undefined;
  totalBytes?: number | undefined;
  /** Whatever else it counts, in words for people: `damaged`, `removed` … */
  readonly counts: Record<string, number>;
}
