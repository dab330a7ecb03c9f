// What a look-up answers in place of captures when something that it needs was not read lately: reading that at once might
// keep everybody waiting for a disk.

export class Cold {
  /** Reads it without holding anybody up. Rejects with DamagedPieceError. */
  readonly load: () => Promise<void>;

  constructor(load: () => Promise<void>) {
    this.load = load;
  }
}

/**
 * Repeats a look-up that answered `cold` until all it needs was read. Undefined, which leaves the question to PostgreSQL,
 * also where other look-ups' needs keep on driving out those of this one.
 */
export async function whenWarm<Answer>(cold: Cold, lookUp: () => Answer | Cold): Promise<Answer | undefined> {
  await cold.load();
  for (let repeats = 0; repeats < MOST_REPEATS; repeats++) {
    const answer = lookUp();
    if (!(answer instanceof Cold)) return answer;
    await answer.load();
  }
  return undefined;
}

/** A look-up needs few loads: for each piece that it looks into, its index and the blocks. */
const MOST_REPEATS = 64;
