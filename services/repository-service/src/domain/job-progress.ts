// Progress of a job.

/** Counts of a whole run, including the work done before interruptions. */
export interface Progress {
  /** Number of processed items. The job defines what an item is, for example an object. */
  items: number;
  bytes: number;
  /** Total number of items, if known. */
  totalItems?: number | undefined;
  totalBytes?: number | undefined;
  /** Further counts by name, such as `damaged` or `removed`. The names are shown to users. */
  readonly counts: Record<string, number>;
}
