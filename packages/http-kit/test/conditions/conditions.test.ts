// Tests the rules of RFC 9110, section 13, that both services use.
import { describe, expect, it } from '@jest/globals';
import {
  evaluateReadConditions,
  isRangeApplicable,
  isWriteAllowed,
  parsePreconditions,
  type RepresentationValidators,
} from '../../src/index.ts';

const modifiedMs = Date.UTC(2024, 4, 6, 7, 8, 9);
const DATE = 'Mon, 06 May 2024 07:08:09 GMT';
const EARLIER = 'Mon, 06 May 2024 07:08:08 GMT';
const LATER = 'Mon, 06 May 2024 07:08:10 GMT';
const current: RepresentationValidators = { etag: '"now"', modifiedMs };

const read = (headers: Record<string, string>, validators = current) =>
  evaluateReadConditions(parsePreconditions(headers), validators);

describe('a read', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'proceed'],
    [{ 'if-none-match': '"now"' }, 'not-modified'],
    [{ 'if-none-match': 'W/"now"' }, 'not-modified'],
    [{ 'if-none-match': '"a", W/"b" ,"now"' }, 'not-modified'],
    [{ 'if-none-match': '"a,b", "c"' }, 'proceed'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"old"' }, 'proceed'],
    [{ 'if-none-match': '"old"', 'if-modified-since': LATER }, 'proceed'],
    [{ 'if-none-match': '"now"', 'if-modified-since': EARLIER }, 'not-modified'],
    [{ 'if-none-match': ' ', 'if-modified-since': LATER }, 'not-modified'],
    [{ 'if-modified-since': DATE }, 'not-modified'],
    [{ 'if-modified-since': 'Monday, 06-May-24 07:08:09 GMT' }, 'not-modified'],
    [{ 'if-modified-since': 'Mon May  6 07:08:09 2024' }, 'not-modified'],
    [{ 'if-modified-since': EARLIER }, 'proceed'],
    [{ 'if-modified-since': 'Mon, 06 May 2024 07:08:10 +0000' }, 'proceed'],
    [{ 'if-modified-since': 'tomorrow' }, 'proceed'],
    [{ 'if-match': '"now"' }, 'proceed'],
    [{ 'if-match': '"old", "now"' }, 'proceed'],
    [{ 'if-match': '*' }, 'proceed'],
    [{ 'if-match': '"old"' }, 'failed'],
    [{ 'if-match': 'W/"now"' }, 'failed'],
    [{ 'if-match': '"now"', 'if-unmodified-since': EARLIER }, 'proceed'],
    [{ 'if-match': '"old"', 'if-unmodified-since': LATER }, 'failed'],
    [{ 'if-unmodified-since': EARLIER }, 'failed'],
    [{ 'if-unmodified-since': DATE }, 'proceed'],
    [{ 'if-unmodified-since': 'yesterday' }, 'proceed'],
    [{ 'if-match': '"now"', 'if-none-match': '"now"' }, 'not-modified'],
    [{ 'if-match': '"old"', 'if-none-match': '"now"' }, 'failed'],
    [{ 'if-unmodified-since': LATER, 'if-modified-since': DATE }, 'not-modified'],
    [{ 'if-unmodified-since': EARLIER, 'if-none-match': '"now"' }, 'failed'],
  ])('with %j: %s', (headers, verdict) => {
    expect(read(headers)).toBe(verdict);
  });

  it('of something without a modification date ignores conditions on dates', () => {
    for (const header of ['if-modified-since', 'if-unmodified-since'])
      expect(read({ [header]: EARLIER }, { etag: '"now"' })).toBe('proceed');
  });

  it.each([
    ['if-none-match', 'now'],
    ['if-none-match', '"now'],
    ['if-match', '"a" "b"'],
    ['if-match', '*, "a"'],
    ['if-none-match', '"a", *'],
    ['if-match', ','],
    ['if-match', 'w/"a"'],
  ])('with %s: %s is 400', (header, text) => {
    expect(() => read({ [header]: text })).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe('a write', () => {
  const may = (headers: Record<string, string>, validators?: RepresentationValidators) =>
    isWriteAllowed(parsePreconditions(headers), validators);
  it('that only creates is refused where something is there', () => {
    expect(may({ 'if-none-match': '*' })).toBe(true);
    expect(may({ 'if-none-match': '*' }, current)).toBe(false);
    expect(may({ 'if-match': '*' })).toBe(false);
  });
  it('needs the strong tag', () => {
    expect(may({ 'if-match': '"now"' }, current)).toBe(true);
    expect(may({ 'if-match': 'W/"now"' }, current)).toBe(false);
  });
});

describe('If-Range', () => {
  it.each([
    ['"now"', true],
    ['W/"now"', false],
    ['"old"', false],
    ['"now", "old"', false],
    ['*', false],
    ['now', false],
    [DATE, true],
    ['Monday, 06-May-24 07:08:09 GMT', true],
    [EARLIER, false],
    [LATER, false],
    [String(modifiedMs), false],
    ['', false],
  ])('%s: %s', (text, applies) => {
    expect(isRangeApplicable({ 'if-range': text }, current)).toBe(applies);
  });
  it('is not needed', () => {
    expect(isRangeApplicable({}, current)).toBe(true);
    expect(isRangeApplicable({ 'if-range': DATE }, { etag: '"now"' })).toBe(false);
  });
});
