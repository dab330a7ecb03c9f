import { describe, expect, it } from '@jest/globals';
import { makeAuid, parseAuid, toPluginId, toPluginKey } from '../src/index.ts';

describe('an AUID', () => {
  it.each([
    [
      'org.lockss.plugin.NamedPlugin',
      { handle: 'handlehandle' },
      'org|lockss|plugin|NamedPlugin&handle~handlehandle',
    ],
    [
      'org.lockss.plugin.NamedPlugin',
      { handle: 'second|handle' },
      'org|lockss|plugin|NamedPlugin&handle~second%7Chandle',
    ],
    [
      'org.lockss.plugin.definable.GoodPlugin',
      { num_issue_range: '2-7', base_url: 'http://x.y/z' },
      'org|lockss|plugin|definable|GoodPlugin&base_url~http%3A%2F%2Fx%2Ey%2Fz&num_issue_range~2-7',
    ],
    [
      'com.example.plugin.DemoPlugin',
      { volume_name: 'Vol. 3 (été)', base_url: 'http://www.example.com/j~x/', year: '2014' },
      'com|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2Fj%7Ex%2F' +
        '&volume_name~Vol%2E+3+%28%C3%A9t%C3%A9%29&year~2014',
    ],
    [
      'org.lockss.plugin.NamedPlugin',
      { handle: 'my handle/№1' },
      'org|lockss|plugin|NamedPlugin&handle~my+handle%2F%E2%84%961',
    ],
    ['org.example.NothingDefines', {}, 'org|example|NothingDefines&'],
  ])('of %s with %j is %s', (pluginId, parameters, auid) => {
    expect(makeAuid(pluginId, parameters as Record<string, string>)).toBe(auid);
  });

  it('is split at its first &, and what follows is not looked into', () => {
    expect(parseAuid('org|example|P&a~b&c~d')).toEqual({ pluginId: 'org.example.P', auKey: 'a~b&c~d' });
    expect(parseAuid('unknown&auid')).toEqual({ pluginId: 'unknown', auKey: 'auid' });
    expect(parseAuid('org|example|P&')).toEqual({ pluginId: 'org.example.P', auKey: '' });
    expect(parseAuid('org|example|P')).toBeUndefined();
    expect(parseAuid('')).toBeUndefined();
  });

  it('writes a plugin id with | for every . and nothing else', () => {
    expect(toPluginKey('org.example.A-b_c%20$')).toBe('org|example|A-b_c%20$');
    expect(toPluginId('org|example|A-b_c%20$')).toBe('org.example.A-b_c%20$');
  });
});
