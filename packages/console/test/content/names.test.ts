// Tests how URLs of captures are displayed, links to captures, and the days of the capture calendar.
import { describe, expect, it } from '@jest/globals';
import { makePrintable, shortenMiddle, toFileName } from '../../src/language/printable.ts';
import {
  chooseDayShade,
  countDays,
  layOutMonths,
  listYears,
} from '../../src/parts/captures/calendar-days.ts';
import { formatReplayLink } from '../../src/parts/captures/replay-link.ts';

describe('a name', () => {
  it.each([
    ['a\u202eb', 'a[U+202E]b'],
    ['a\nb\0', 'a␊b␀'],
    ['<b>', '<b>'],
    ['é\ud800', 'é\ufffd'],
    ['\u200b\ufeff', '[U+200B][U+FEFF]'],
  ])('%j is shown as %j', (text, shown) => {
    expect(makePrintable(text)).toBe(shown);
  });

  it('is cut in its middle', () => {
    expect(shortenMiddle('abcdefghij', 5)).toBe('ab…ij');
    expect(shortenMiddle(`http://a/${'x'.repeat(8_000)}`, 100).length).toBeLessThanOrEqual(100);
  });

  it.each([
    ['http://a/b/c.html?d#e', 'c.html'],
    ['http://a/', 'otherwise'],
    ['http://a', 'otherwise'],
    ['http://a/..', 'otherwise'],
    ['http://a/<b>"x', 'b_x'],
    ['urn:x', 'urn_x'],
  ])('of what %j is saved as', (url, name) => {
    expect(toFileName(url, 'otherwise')).toBe(name);
  });
});

describe('the link into replay', () => {
  const captured = { namespace: 'default', collectionMs: Date.UTC(2014, 0, 26, 20, 6, 24) };

  it.each([
    [
      'https://r/{namespace}/{timestamp}/{url}',
      'http://a/b?c=%20',
      'https://r/default/20140126200624/http://a/b?c=%20',
    ],
    ['https://r/{url}', 'http://a/é#"<', 'https://r/http://a/%C3%A9%23%22%3C'],
    ['https://r/#url={encodedUrl}&x={y}', 'http://a/&b', 'https://r/#url=http%3A%2F%2Fa%2F%26b&x={y}'],
    ['https://r/{url}', 'javascript:{timestamp}', 'https://r/javascript:{timestamp}'],
  ])('%s', (template, url, link) => {
    expect(formatReplayLink(template, { ...captured, url })).toBe(link);
  });
});

describe('the calendar', () => {
  it('counts captures by day and year', () => {
    const days = new Map<string, number>();
    countDays(days, ['20140126200624', '20140126210000', '20160229000000']);
    expect(listYears(days)).toEqual([
      { year: 2014, count: 2 },
      { year: 2015, count: 0 },
      { year: 2016, count: 1 },
    ]);
    const february = layOutMonths(2016, days, 1)[0]!;
    expect(february.month).toBe(2);
    expect(february.weeks[0]).toEqual([
      ...Array.from({ length: 7 }, (_, i) => ({ day: i + 1, key: `2016020${i + 1}`, count: 0 })),
    ]);
    expect(february.weeks.at(-1)![0]).toEqual({ day: 29, key: '20160229', count: 1 });
    expect(february.weeks.at(-1)![1]).toBeUndefined();
  });

  it('begins a week where it is usual', () => {
    const january = new Map([['20140131', 1]]);
    const [monday, sunday] = [1, 7].map((first) => layOutMonths(2014, january, first)[0]!.weeks[0]!);
    expect([monday!.indexOf(monday!.find(Boolean)), sunday!.indexOf(sunday!.find(Boolean))]).toEqual([2, 3]);
  });

  it('leaves out the months before the first and after the last capture of the year', () => {
    const days = new Map([
      ['20140131', 1],
      ['20150930', 2],
      ['20151101', 1],
      ['20160229', 1],
    ]);
    expect(layOutMonths(2015, days, 1).map(({ month }) => month)).toEqual([9, 10, 11]);
    expect(layOutMonths(2013, days, 1)).toEqual([]);
  });

  it('has no thousand empty years between two captures', () => {
    const days = new Map([
      ['00010101', 1],
      ['99991231', 1],
    ]);
    expect(listYears(days)).toHaveLength(2);
    expect(
      layOutMonths(1, days, 1)[0]!
        .weeks.flat()
        .find((day) => day?.day === 1),
    ).toMatchObject({ count: 1 });
  });

  it.each([
    [0, 0],
    [1, 1],
    [3, 2],
    [9, 3],
    [10, 4],
  ])('%d captures are %d dense', (count, density) => {
    expect(chooseDayShade(count)).toBe(density);
  });
});
