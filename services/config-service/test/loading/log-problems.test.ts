import { describe, expect, it } from '@jest/globals';
import { createProblemLogger } from '../../src/loading/log-problems.ts';
import { makeLoadNotices } from '../../src/loading/steps.ts';

describe('the log', () => {
  it('has every problem once, however often it is found, and says when it is over', () => {
    const lines: unknown[] = [];
    const note = (line: unknown) => void lines.push(line);
    const tell = createProblemLogger({ info: note, warn: note } as never);
    const many = Array.from({ length: 300 }, (_, at) => `a.tdb:${at}: odd`);
    for (let round = 0; round < 3; round += 1) tell('titles', { changed: false, problems: many });
    expect(lines).toEqual(many.map((problem) => ({ step: 'titles', problem })));
    lines.length = 0;
    tell('titles', { changed: true, problems: [...many.slice(0, 299), 'b.tdb: new'] });
    expect(lines).toEqual([
      { step: 'titles', problem: 'b.tdb: new' },
      { step: 'titles', count: 1, left: 300 },
    ]);
  });

  it('logs some notices and their number, until the number changes', () => {
    const lines: unknown[] = [];
    const note = (line: unknown) => void lines.push(line);
    const tell = createProblemLogger({ info: note, warn: note } as never);
    const sentences = Array.from({ length: 30 }, (_, at) => `a.tdb:${at}: the same came before`);
    for (let round = 0; round < 3; round += 1) {
      tell('titles', { changed: false, problems: [], ...makeLoadNotices(16_855, sentences) });
    }
    expect(lines).toEqual([
      ...sentences.slice(0, 10).map((notice) => ({ step: 'titles', notice })),
      { step: 'titles', count: 16_855 },
    ]);
  });
});
