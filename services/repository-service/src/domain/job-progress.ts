// Progress of a job.

/** Progress of a job since its start, including work before interruptions. */
export interface Progress {
  /** Number of processed items, for example objects. The job defines what an item is. */
  items: number;
  bytes: number;
  /** Total number of items, if it is known in advance. */
  totalItems?: number | undefined;
  totalBytes?: number | undefined;
  /** Additional counts, such as `damaged` or `removed`. Their names are shown to users. */
  readonly counts: Record<string, number>;
}
