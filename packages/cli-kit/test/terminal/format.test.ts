import { describe, expect, it } from '@jest/globals';
import { escapeControls, formatCount, formatDuration, formatProgress } from '../../src/terminal/format.ts';

describe('how things are said', () => {
  it('times and counts', () => {
    expect([0, 900, 59_001, 61_000, 3_661_000].map(formatDuration)).toEqual([
      '0:00',
      '0:01',
      '1:00',
      '1:01',
      '1:01:01',
    ]);
    expect([formatCount(1, 'record'), formatCount(12_345, 'record')]).toEqual(['1 record', '12,345 records']);
  });

  it('progress', () => {
    const view = { sentBytes: 5e6, totalBytes: 2e7, records: 10, bytesPerSecond: 1e6 };
    expect(formatProgress(view)).toBe('5.0 MB of 20.0 MB, 10 records, 1.0 MB/s, 0:15 left');
    expect(formatProgress({ ...view, bytesPerSecond: 0 })).toContain('time left unknown');
    expect(formatProgress({ ...view, bytesPerSecond: 0.000_1 })).toContain('time left unknown');
    expect(formatProgress({ ...view, sentBytes: 2e7 })).toContain('waiting for the last records');
    expect(formatProgress({ sentBytes: 1, records: 1, bytesPerSecond: 1 })).toBe('1 B, 1 record, 1 B/s');
  });

  it('nothing that could command the terminal', () => {
    expect(escapeControls('a\u001b[2Jb\u202Ec\nd é')).toBe('a\\u001b[2Jb\\u202ec\\u000ad é');
  });
});
