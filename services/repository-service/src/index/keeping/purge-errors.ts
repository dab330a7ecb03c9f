// Errors thrown when a purge is refused.

/** Thrown if other artifacts share a payload that is to be purged. Nothing was changed. */
export class PayloadSharedError extends Error {
  override name = 'PayloadSharedError';
  readonly sharers: readonly string[];

  constructor(sharers: readonly string[]) {
    super(`artifacts share a payload that is to be purged: ${sharers.join(', ')}`);
    this.sharers = sharers;
  }
}

/** Thrown if a deleted artifact exists again, because its deletion was undone. Nothing was changed. */
export class ArtifactRestoredError extends Error {
  override name = 'ArtifactRestoredError';

  constructor(ids: readonly string[]) {
    super(`the deletion of these artifacts was undone: ${ids.join(', ')}`);
  }
}
