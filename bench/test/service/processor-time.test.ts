import { expect, it } from '@jest/globals';
import { parseProcessStat } from '../../src/service/processor-time.ts';

it('reads a line of /proc whatever the program is called', () => {
  const line = '4711 (a) R (b) S 1 4711 4711 0 -1 4194560 118 0 0 0 250 75 9 9 20 0 1 0 8345 1 1';
  expect(parseProcessStat(line)).toEqual({ pid: 4711, parent: 1, seconds: 3.25 });
});
