import { describe, expect, it } from '@jest/globals';
import { parseFinding } from '../../../src/domain/titles/finding.ts';

describe('a finding', () => {
  it.each([
    [
      'a.tdb:12:7: what: is 3:4: wrong',
      'a.tdb',
      { source: 'a.tdb', line: 12, column: 7, message: 'what: is 3:4: wrong' },
    ],
    ['a.xml:12: wrong', 'a.xml', { source: 'a.xml', line: 12, message: 'wrong' }],
    ['a.tdb: holds no AU', 'a.tdb', { source: 'a.tdb', message: 'holds no AU' }],
    [
      '/x:1: y/a.tdb:2:3: wrong',
      '/x:1: y/a.tdb',
      { source: '/x:1: y/a.tdb', line: 2, column: 3, message: 'wrong' },
    ],
    ['and 7 more about titles', 'a.tdb', { source: 'a.tdb', message: 'and 7 more about titles' }],
    [
      'http://h:80/a.tdb:2:3: wrong',
      undefined,
      { source: 'http://h:80/a.tdb', line: 2, column: 3, message: 'wrong' },
    ],
    ['a.tdb:5: wrong;\nit stays', undefined, { source: 'a.tdb', line: 5, message: 'wrong;\nit stays' }],
    ['The titles could not be loaded.', undefined, { message: 'The titles could not be loaded.' }],
  ])('%j of %p', (sentence, source, finding) => {
    expect(parseFinding(sentence, source)).toEqual(finding);
  });
});
