import { describe, expect, it } from '@jest/globals';
import { countRecord, createImportTally, formatSummary, MAX_FAILED_RECORDS } from '../../src/import/tally.ts';

describe('what an import came to', () => {
  it('is summed up, with where and why records failed', () => {
    const tally = createImportTally();
    countRecord(tally, 'a.warc', { status: 'OK' });
    countRecord(tally, 'a.warc', { status: 'DUPLICATE' });
    countRecord(tally, 'a.warc', { status: 'ERROR', offset: 7, url: 'http://x/', statusMessage: 'bad date' });
    countRecord(tally, 'a.warc', { status: 'ERROR' });
    expect(formatSummary(tally, 1, 2_000, 61_000)).toBe(
      [
        '4 records in 1 file, 2.0 kB, 1:01',
        '  OK                  1  stored',
        '  DUPLICATE           1  stored before',
        '  EXCLUDED            0  excluded by HTTP status',
        '  ERROR               2  could not be stored',
        '',
        'Could not be stored:',
        '  a.warc, offset 7, http://x/: bad date',
        '  a.warc: no reason given',
      ].join('\n'),
    );
  });

  it('names only so many failed records, but counts all of them', () => {
    const tally = createImportTally();
    for (let i = 0; i < MAX_FAILED_RECORDS + 5; i++) countRecord(tally, 'a', { status: 'ERROR', offset: i });
    expect(tally.failed).toHaveLength(MAX_FAILED_RECORDS);
    expect(formatSummary(tally, 1, 0, 0)).toMatch(/… and 5 more$/);
  });
});
