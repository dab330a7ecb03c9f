import { describe, expect, it } from '@jest/globals';
import {
  type ExportSelection,
  makeBagName,
  makeExportFileName,
} from '../../../src/domain/export/selection.ts';

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
    expect(makeExportFileName(ALL, 'warc')).toBe('default.warc.gz');
    expect(makeExportFileName(ALL, 'bag')).toBe('default.tar');
  });

  it('says what it is of', () => {
    const auid = 'org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014';
    expect(makeExportFileName({ ...ALL, auid }, 'wacz')).toBe(
      'default-org-example-plugin-DemoPlugin-base_url~http-www.example.com-year~2014.wacz',
    );
    const fromMs = Date.UTC(2014, 0, 1);
    const some = { ...ALL, urlPrefix: 'http://a.example/b?c=/', fromMs, versions: 'latest' as const };
    expect(makeExportFileName(some, 'wacz')).toBe('default-http-a.example-b-c-2014-01-01-latest.wacz');
  });

  it.each(['"; filename="evil.exe', '../../etc/passwd', 'a\r\nX: y', '%zz', 'ä'.repeat(9), '.'.repeat(9)])(
    'is a plain one, whatever an AU is called: %j',
    (auid) => {
      expect(makeExportFileName({ ...ALL, auid }, 'wacz')).toMatch(
        /^default(-[A-Za-z0-9_~][A-Za-z0-9._~-]*)?\.wacz$/,
      );
    },
  );

  it('has the end of a long one, where those of one plugin differ', () => {
    const [one, other] = ['1', '2'].map((year) =>
      makeExportFileName({ ...ALL, auid: `${'x'.repeat(3_000)}~${year}` }, 'wacz'),
    );
    expect(one).not.toBe(other);
    expect(one!.length).toBeLessThan(120);
  });
});

describe('the name of a bag', () => {
  it('is the namespace and the AUID, where these can be in it', () => {
    expect(makeBagName(ALL)).toBe('default');
    expect(makeBagName({ ...ALL, auid: 'sample' })).toBe('default-sample');
    expect(makeExportFileName({ ...ALL, auid: 'sample' }, 'bag')).toBe('default-sample.tar');
  });

  it('tells bags apart whose names would be the same, and is never long', () => {
    const auids = [
      'a b',
      'a-b',
      'a/b',
      'a%2Fb',
      '\u00e9',
      '\u00e8',
      `${'x'.repeat(3_000)}1`,
      `y${'x'.repeat(3_000)}1`,
      '..',
      '-',
    ];
    const names = auids.map((auid) => makeBagName({ ...ALL, auid }));
    expect(new Set(names).size).toBe(auids.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,154}$/);
    const some = { ...ALL, auid: 'sample', fromMs: Date.UTC(2014, 0, 1) };
    expect(makeBagName(some)).toMatch(/^default-sample-2014-01-01-[0-9a-f]{8}$/);
    expect(
      makeBagName({ ...some, namespace: 'n'.repeat(255), url: `http://a/${'b'.repeat(500)}` }).length,
    ).toBeLessThan(256);
  });
});
