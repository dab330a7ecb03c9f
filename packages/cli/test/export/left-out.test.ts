import { expect, it } from '@jest/globals';
import { formatOmissions } from '../../src/export/bag-folder.ts';

it('says of each kind of what was left out how much there is of it, and nothing of what is there', () => {
  expect(formatOmissions({ artifacts: 0, companions: 0, records: 0 })).toEqual([]);
  expect(formatOmissions({ artifacts: 1, companions: 2, records: 3 })).toEqual([
    'Artifacts that are damaged, and were left out: 1',
    'Artifacts without what was captured with them, of which something is damaged: 2',
    'Records that belong to no artifact and are damaged, and were left out: 3',
  ]);
});
