import { describe, expect, it } from '@jest/globals';
import { describeConflict } from '../../../src/domain/aus/conflict.ts';
import type { Plugin } from '../../../src/domain/plugins/plugin.ts';

const login = { key: 'login', type: 10, definitional: false, defaultOnly: false } as const;
const plugin: Plugin = {
  pluginId: 'p',
  name: 'P',
  version: '1',
  type: 'Internal',
  definition: {},
  rules: {},
  parameters: [login],
};

describe('a conflict', () => {
  it('is none when nothing differs but what is reserved', () => {
    expect(describeConflict(plugin, { a: '1', 'reserved.disabled': 'true' }, { a: '1' })).toBeUndefined();
    expect(describeConflict(undefined, {}, { 'reserved.displayName': 'x' })).toBeUndefined();
  });

  it('names what differs, in the order of keys, and what is on one side only', () => {
    expect(
      describeConflict(plugin, { b: '1', a: '1', c: '3', same: 'x' }, { b: '2', a: '2', d: '4', same: 'x' }),
    ).toBe(
      'Conflict: a: stored 1, in the title database 2; b: stored 1, in the title database 2; ' +
        'c: stored 3, in the title database nothing; d: stored nothing, in the title database 4',
    );
  });

  it('shows no secrets, declared or by their names', () => {
    const stored = { login: 'me:hidden', api_token: 'hidden', user_pass: 'hidden' };
    const text = describeConflict(plugin, stored, { login: 'me:other' })!;
    expect(text).toBe(
      'Conflict: api_token: stored ******, in the title database nothing; ' +
        'login: stored ******, in the title database ******; user_pass: stored ******, in the title database nothing',
    );
    expect(describeConflict(undefined, { PassWord: 'hidden' }, {})).not.toContain('hidden');
  });

  it('has an end, however much differs', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${at}`, '😀'.repeat(5_000)]));
    const text = describeConflict(plugin, many, {})!;
    expect(text).toMatch(/; and 490 more$/);
    expect(text.length).toBeLessThan(3_000);
    expect(text.isWellFormed()).toBe(true);
  });

  it('takes no word of the language for a key', () => {
    expect(describeConflict(plugin, JSON.parse('{"__proto__":"1"}'), { constructor: '2' })).toBe(
      'Conflict: __proto__: stored 1, in the title database nothing; constructor: stored nothing, in the title database 2',
    );
  });
});
