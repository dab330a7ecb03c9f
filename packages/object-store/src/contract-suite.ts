// The contract of the object store as tests: every store must pass all of it. Imported by the tests of each
// store, exported nowhere else.
import { afterAll, beforeAll, describe } from '@jest/globals';
import { factCases } from './contract/facts.ts';
import { failureCases } from './contract/failures.ts';
import type { Harness } from './contract/harness.ts';
import { keyCases } from './contract/keys.ts';
import { lateCases } from './contract/late.ts';
import { listCases } from './contract/lists.ts';
import { rangeCases } from './contract/ranges.ts';
import { readerCases } from './contract/readers.ts';
import { sizeCases } from './contract/sizes.ts';
import { unfinishedCases } from './contract/unfinished.ts';
import { writerCases } from './contract/writers.ts';

export type { Harness } from './contract/harness.ts';

/** Describes the whole contract for one kind of store. */
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
    lateCases(get);
    readerCases(get);
    failureCases(get);
    factCases(get);
  });
}
