// The result of a look-up that needs bytes that were not read recently. A synchronous read of these might
// block the event loop on the disk.

export class Cold {
  /** Reads the bytes asynchronously. Rejects with DamagedPieceError. */
  readonly load: () => Promise<void>;

  constructor(load: () => Promise<void>) {
    this.load = load;
  }
}

/**
 * Repeats a look-up that returned `cold` until everything it needs is loaded. Returns undefined, so that
 * PostgreSQL answers, if other look-ups keep evicting what this one needs.
 */
export async function repeatWhenWarm<Answer>(
  cold: Cold,
  lookUp: () => Answer | Cold,
): Promise<Answer | undefined> {
  await cold.load();
  for (let repeats = 0; repeats < MOST_REPEATS; repeats++) {
    const answer = lookUp();
    if (!(answer instanceof Cold)) return answer;
    await answer.load();
  }
  return undefined;
}

/** A look-up needs few loads: for each of its pieces, the index and the blocks. */
const MOST_REPEATS = 64;
