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

/** Defines all tests of the contract for one kind of store. */
export function objectStoreContract(name: string, open: () => Promise<Harness>): void {
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

    sizeCases(get);
    rangeCases(get);
    keyCases(get);
    listCases(get);
    writerCases(get);
    unfinishedCases(get);
    readerCases(get);
    failureCases(get);
    factCases(get);
  });
}
