import { describe, expect, it } from '@jest/globals';
import { type ExportSelection, savedName } from '../../../src/domain/export/selection.ts';

const ALL: ExportSelection = {
  namespace: 'default',
  auid: undefined,
  url: undefined,
  urlPrefix: undefined,
  fromMs: undefined,
  toMs: undefined,
  versions: 'all',
};

describe('the name of a saved export', () => {
  it('is that of the namespace, when all of it is in it', () => {
    expect(savedName(ALL, 'warc')).toBe('default.warc.gz');
    expect(savedName(ALL, 'bag')).toBe('default.tar');
  });

  it('says what it is of', () => {
    const auid = 'org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014';
    expect(savedName({ ...ALL, auid }, 'wacz')).toBe(
      'default-org-example-plugin-DemoPlugin-base_url~http-www.example.com-year~2014.wacz',
    );
    const fromMs = Date.UTC(2014, 0, 1);
    const some = { ...ALL, urlPrefix: 'http://a.example/b?c=/', fromMs, versions: 'latest' as const };
    expect(savedName(some, 'wacz')).toBe('default-http-a.example-b-c-2014-01-01-latest.wacz');
  });

  it.each(['"; filename="evil.exe', '../../etc/passwd', 'a\r\nX: y', '%zz', 'ä'.repeat(9), '.'.repeat(9)])(
    'is a plain one, whatever an AU is called: %j',
    (auid) => {
      expect(savedName({ ...ALL, auid }, 'wacz')).toMatch(/^default(-[A-Za-z0-9_~][A-Za-z0-9._~-]*)?\.wacz$/);
    },
  );

  it('has the end of a long one, where those of one plugin differ', () => {
    const [one, other] = ['1', '2'].map((year) =>
      savedName({ ...ALL, auid: `${'x'.repeat(3_000)}~${year}` }, 'wacz'),
    );
    expect(one).not.toBe(other);
    expect(one!.length).toBeLessThan(120);
  });
});
