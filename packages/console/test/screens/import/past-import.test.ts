import { describe, expect, it } from '@jest/globals';
import { classifyPastImport } from '../../../src/screens/import/past-import.ts';

const NONE = { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 };

describe('how an import ended', () => {
  it.each([
    [{ OK: 3, DUPLICATE: 1 }, 'complete'],
    [{ OK: 3, ERROR: 1 }, 'inPart'],
    [{ DUPLICATE: 3, ERROR: 1 }, 'inPart'],
    [{ DUPLICATE: 3, EXCLUDED: 2 }, 'known'],
    [{ ERROR: 3 }, 'nothing'],
    [{ EXCLUDED: 3 }, 'nothing'],
    [{}, 'nothing'],
  ] as const)('with %j is %s', (counts, end) => {
    expect(classifyPastImport({ outcome: 'complete', counts: { ...NONE, ...counts } })).toBe(end);
  });

  it('is what the service says where the file was not read to its end', () => {
    const counts = { ...NONE, OK: 1 };
    for (const outcome of ['running', 'cut', 'failed', 'lost'] as const)
      expect(classifyPastImport({ outcome, counts })).toBe(outcome);
  });
});
