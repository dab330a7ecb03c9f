import { describe, expect, it } from '@jest/globals';
import { formatPayload } from '../../src/index/notify-changes.db.ts';

describe('the payload of a notification', () => {
  const change = { kind: 'AuState', auid: 'p&a~b', cookie: 'c' } as const;

  it('holds what there is', () => {
    expect(formatPayload({ ...change, json: { a: 1 } })).toBe(
      '{"kind":"AuState","auid":"p&a~b","cookie":"c","json":{"a":1}}',
    );
    expect(formatPayload({ kind: 'GlobalConfigChanged', cookie: undefined })).toBe(
      '{"kind":"GlobalConfigChanged"}',
    );
  });

  it('leaves out what does not fit, content first', () => {
    const longest = 7_999 - formatPayload({ ...change, json: '' }).length;
    expect(JSON.parse(formatPayload({ ...change, json: 'x'.repeat(longest) }))).toHaveProperty('json');
    expect(JSON.parse(formatPayload({ ...change, json: 'x'.repeat(longest + 1) }))).toEqual(change);
    expect(JSON.parse(formatPayload({ ...change, json: 'é'.repeat(longest / 2 + 1) }))).toEqual(change);
    expect(JSON.parse(formatPayload({ ...change, cookie: 'x'.repeat(8_000) }))).toEqual({
      kind: 'AuState',
      auid: 'p&a~b',
    });
    expect(JSON.parse(formatPayload({ ...change, auid: '\u0001'.repeat(2_560) }))).toEqual({
      kind: 'AuState',
    });
  });
});
