import { readdir } from 'node:fs/promises';
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { spillBatches } from '../../../src/features/queries/spill-batches.ts';
import { createSpillShares } from '../../../src/features/queries/spill-shares.ts';

const batch = (at: number) => [{ at, text: '\u2028é\n'.repeat(20_000) }];

async function* batches(count: number): AsyncGenerator<readonly unknown[]> {
  for (let at = 0; at < count; at += 1) yield at === 3 ? [] : batch(at);
}

describe('batches that wait for their reader', () => {
  it('are asked for to the end before the second is taken, and come as they were', async () => {
    const deps = { spoolFolder: await createTemporaryFolder(), space: createSpillShares(2 ** 30).of('a') };
    let ended: () => void = () => undefined;
    const whole = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const reader = spillBatches(deps, async function* () {
      yield* batches(100);
      ended();
    });
    const { value: first } = await reader.next();
    await whole;
    const rest: unknown[] = [];
    for await (const line of reader) rest.push(JSON.parse(line.toString()));
    expect([JSON.parse(first!.toString()), ...rest]).toEqual(
      Array.from({ length: 100 }, (_, at) => batch(at)).filter((_, at) => at !== 3),
    );
    expect(await readdir(deps.spoolFolder)).toEqual([]);
  });

  it('end with what their asking throws, and stop it when nobody reads any more', async () => {
    const deps = { spoolFolder: await createTemporaryFolder(), space: createSpillShares(2 ** 30).of('a') };
    const failing = spillBatches(deps, async function* () {
      yield* batches(1);
      throw new Error('gone');
    });
    await expect(all(failing)).rejects.toThrow('gone');
    let stopped = false;
    const reader = spillBatches(deps, async function* (signal) {
      for (let at = 0; !signal.aborted; at += 1) yield [at];
      stopped = true;
    });
    await reader.next();
    await reader.return();
    expect(stopped).toBe(true);
  });

  it('are refused where they would take more than there is, and half of it for one user', async () => {
    const shares = createSpillShares(4_000_000);
    const spoolFolder = await createTemporaryFolder();
    /** Starts a query and reads only the first batch. Waits until the database has finished the query. */
    const wait = async (user: string) => {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const ask = async function* () {
        try {
          yield* batches(20);
        } finally {
          resolve();
        }
      };
      const reader = spillBatches({ spoolFolder, space: shares.of(user) }, ask);
      await reader.next();
      await ended;
      return reader;
    };
    // Each result has 2.6 MB, of which the first 1 MB stays in memory.
    const waiting = await wait('a');
    await expect(wait('a').then(all)).rejects.toThrow('Too many query results are waiting to be read');
    expect(await all(await wait('b'))).toHaveLength(18);
    await waiting.return();
    expect(await all(await wait('a'))).toHaveLength(18);
  });
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
