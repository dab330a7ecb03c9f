import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { createReferenceStore, createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { surveyStore } from '../../src/store/store-survey.ts';
import { toAuidMd5 } from '../../src/store/temporary-artifacts.ts';

describe('surveyOf', () => {
  it('finds AUs in all folders of a store, their files and their journals', async () => {
    const stores = [
      createReferenceStore(await createTemporaryFolder()),
      createReferenceStore(await createTemporaryFolder()),
    ];
    const files = stores.map((store, i) => store.artifactFile('ns', 'au', `artifacts_${i}.warc.gz`).path);
    const journals = stores.map((store) => store.journal('ns', 'au').path);
    const temporary = stores[1]!.temporaryFile('x.warc').path;
    mkdirSync(join(stores[0]!.folder, 'ns', 'ns', 'something else'));
    expect(surveyStore(stores.map(({ folder }) => folder))).toEqual({
      aus: [{ namespace: 'ns', auidMd5: toAuidMd5('au'), files, journals }],
      temporary: [temporary],
    });
  });

  it('refuses a folder of no store', async () => {
    const folder = await createTemporaryFolder();
    expect(() => surveyStore([folder])).toThrow(UsageError);
  });
});
