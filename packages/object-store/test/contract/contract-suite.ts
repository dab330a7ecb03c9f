// Contract of the object store, as tests that every kind of store must pass.
import { afterAll, beforeAll, describe } from '@jest/globals';
import { factCases } from './facts.ts';
import { failureCases } from './failures.ts';
import type { Harness } from './harness.ts';
import { keyCases } from './keys.ts';
import { listCases } from './lists.ts';
import { rangeCases } from './ranges.ts';
import { readerCases } from './readers.ts';
import { sizeCases } from './sizes.ts';
import { unfinishedCases } from './unfinished.ts';
import { writerCases } from './writers.ts';

export type { Harness } from './harness.ts';

type Cases = (get: () => Harness) => void;

const allCases: readonly Cases[] = [
  sizeCases,
  rangeCases,
  keyCases,
  listCases,
  writerCases,
  unfinishedCases,
  readerCases,
  failureCases,
  factCases,
];

/**
 * Cases in which a replicated store differs from the stores that it consists of. The tests of these stores run all
 * cases.
 */
export const replicationCases: readonly Cases[] = [keyCases, unfinishedCases, failureCases, factCases];

/** Defines the tests of the contract for one kind of store. Default: all tests. */
export function testObjectStoreContract(
  name: string,
  open: () => Promise<Harness>,
  cases: readonly Cases[] = allCases,
): void {
  describe(`${name} keeps the contract`, () => {
    let harness: Harness | undefined;
    const get = () => {
      if (!harness) throw new Error('the store is not open');
      return harness;
    };

    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness?.close());

    for (const defineCases of cases) defineCases(get);
  });
}
