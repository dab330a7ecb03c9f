import { expect, it } from '@jest/globals';
import { formatOmissions } from '../../src/export/bag-folder.ts';

it('says of each kind of what was left out how much there is of it, and nothing of what is there', () => {
  expect(formatOmissions({ artifacts: 0, companions: 0, records: 0 })).toEqual([]);
  expect(formatOmissions({ artifacts: 1, companions: 2, records: 3 })).toEqual([
    'Damaged artifacts, left out: 1',
    'Artifacts exported without their companion records, some of which are damaged: 2',
    'Damaged records without an artifact, left out: 3',
  ]);
});
