import { describe, expect, it } from '@jest/globals';
import { readTitleText } from '../collect-entries.ts';

const minimal = 'plugin = org.example.Plugin\nimplicit < name ; year ; param[year] >';

async function values(au: string): Promise<unknown[]> {
  const { entries, warnings } = await readTitleText(
    `plugin = p\nimplicit < name ; attr[a] ; attr[b] >\nau < ${au} >`,
  );
  expect(warnings).toEqual([]);
  return entries.map(({ name, attrs }) => [name, attrs.a, attrs.b]);
}

describe('a .tdb text', () => {
  it('gives an AU what its scopes say, its positions, and what follows from both', async () => {
    const { entries, warnings } = await readTitleText(`
      { # a comment
        publisher < name = Example Press ; comment[x] = y >
        pluginPrefix = org.example.
        provider = Example Host
        {
          title < name = Journal of Examples ; issn = 1234-5679 ; eissn = 2345-6787 ; doi = 10.1/x ; type = journal ; >
          param[base_url] = http://www.example.org/
          nondefparam[crawl_interval] = 2w
          attr[journal_id] = joe
          rights = openaccess
          implicit < pluginSuffix ; status ; year ; name ; volume ; param[volume_name] ; proxy >
          au < APlugin ; released ; 2014 ; Journal of Examples Volume 3 ; 3 ; III ; >
          au < BPlugin ; zapped ; 2015 ; Journal of Examples Volume 4 ; 4 ; IV ; proxy.example.org:80 >
        }
      }`);
    expect(warnings).toEqual([]);
    const common = { publisher: 'Example Press', title: 'Journal of Examples' };
    const base_url = 'http://www.example.org/';
    const attrs = {
      publisher: 'Example Press',
      provider: 'Example Host',
      rights: 'openaccess',
      journal_id: 'joe',
    };
    const props = { type: 'journal', issn: '1234-5679', eissn: '2345-6787', journalDoi: '10.1/x' };
    const first = { base_url, volume_name: 'III', crawl_interval: '2w' };
    const second = {
      base_url,
      volume_name: 'IV',
      crawl_interval: '2w',
      crawl_proxy: 'proxy.example.org:80',
      pub_down: 'true',
    };
    expect(entries).toEqual([
      {
        ...common,
        line: 13,
        column: 11,
        name: 'Journal of Examples Volume 3',
        pluginId: 'org.example.APlugin',
        definitional: { base_url, volume_name: 'III' },
        params: first,
        configuration: first,
        attrs: { ...attrs, year: '2014', volume: '3' },
        props,
        year: '2014',
        status: 'released',
        down: false,
      },
      {
        ...common,
        line: 14,
        column: 11,
        name: 'Journal of Examples Volume 4',
        pluginId: 'org.example.BPlugin',
        definitional: { base_url, volume_name: 'IV' },
        params: second,
        configuration: second,
        attrs: { ...attrs, year: '2015', volume: '4', status: 'zapped' },
        props,
        year: '2015',
        status: 'zapped',
        down: true,
      },
    ]);
  });

  it('keeps what one AU says from those after it', async () => {
    const { entries, warnings } = await readTitleText(`plugin = p
      implicit < name ; year ; param[a] ; nondefparam[b] ; attr[c] >
      au < One ; 2014 ; 1 ; 2 ; 3 >
      implicit < name >
      au < Two >`);
    expect(warnings).toEqual([]);
    expect(entries.map(({ name, params, attrs }) => [name, params, attrs])).toEqual([
      ['One', { a: '1', b: '2' }, { year: '2014', c: '3' }],
      ['Two', {}, {}],
    ]);
  });

  it('lets what is set in a scope end with it', async () => {
    const { entries } = await readTitleText(`${minimal}
      { param[a] = inner
        implicit < name ; param[x] >
        { param[a] = innermost\n au < Deep ; 1 > }
        au < In ; 2 > }
      au < Out ; 2001 ; 2001 >`);
    expect(entries.map(({ params }) => params)).toEqual([
      { a: 'innermost', x: '1' },
      { a: 'inner', x: '2' },
      { year: '2001' },
    ]);
  });

  it.each([
    ['plain ; two words ; http://x/?a=b&c', ['plain', 'two words', 'http://x/?a=b&c']],
    ['a ;; ', ['a', '', '']],
    ['a\\;b ; a\\>b ; a\\#b', ['a;b', 'a>b', 'a#b']],
    ['a\\\\b ; ab\\ ; \\ x', ['a\\b', 'ab ', ' x']],
    ['\\"a ; b"c" ; c', ['"a', 'b"c"', 'c']],
    ['"a\\\\b" ; "c" ; "d"', ['a\\b', 'c', 'd']],
    ['"a\nb ; >\n# c" ; "d\r\ne" ; f', ['a\nb ; >\n# c', 'd\r\ne', 'f']],
    ['a # comment\r; b # another\r ; c', ['a', 'b', 'c']],
    ['"a ; b" ; "say \\"x\\" # >" ; ""', ['a ; b', 'say "x" # >', '']],
    ['a # comment ; >\n ; b # another\n ; c', ['a', 'b', 'c']],
    ['{a} ; b = c ; d < e', ['{a}', 'b = c', 'd < e']],
    ['\n  é𝒳 ;\n b ; \n c\n', ['é𝒳', 'b', 'c']],
    ['a\t; "b"\r\n; c\r\n', ['a', 'b', 'c']],
  ])('reads au < %s >', async (au, expected) => {
    expect(await values(au)).toEqual([expected]);
  });

  it.each(['frozen', 'finished', 'down', 'superseded', 'zapped'])(
    'knows that %s means down',
    async (status) => {
      const { entries } = await readTitleText(
        `plugin = p\nimplicit < status ; name >\nau < ${status} ; A >\nau < ready ; B >`,
      );
      expect(entries.map(({ down, params }) => [down, params.pub_down])).toEqual([
        [true, 'true'],
        [false, undefined],
      ]);
    },
  );

  it('makes up names where there are none', async () => {
    const { entries } = await readTitleText(`${minimal}
      au < Things Volume 4 ; 2014 ; 2014 >
      volume = 4\nau < Things VOLUME 4 ; 2014 ; 2014 >
      au < Things 2014 ; 2014 ; 2014 >
      publisher < name = Press >\nau < 2014 ; 2014 ; 2014 >`);
    expect(entries.map(({ title, publisher }) => [title, publisher])).toEqual([
      ['Title of [Things Volume 4]', 'Publisher of [Title of [Things Volume 4]]'],
      ['Things', 'Publisher of [Things]'],
      ['Things', 'Publisher of [Things]'],
      ['Title of [2014]', 'Press'],
    ]);
  });

  it('is the same however it is cut', async () => {
    const text = `\uFEFF${minimal} # é\n${'au < "Å 𝒳 \\" ; x" # 𝒳 >\n ; 2014 ; 2014 >\n'.repeat(30)}}\nau < a ;`;
    const whole = await readTitleText(text, 1e6);
    expect(whole.entries).toHaveLength(30);
    expect(whole.warnings).toHaveLength(2);
    for (const chunkBytes of [1, 2, 3, 7]) expect(await readTitleText(text, chunkBytes)).toEqual(whole);
  });

  it('is the same wherever the pieces that are read at once end', async () => {
    const au = (n: number) => `au < "Name ${n} ; é" ; ${n} # comment ${'x'.repeat(n % 90)}\n ; ${n} > #\n`;
    const text = `${minimal}\n${Array.from({ length: 5_000 }, (_, n) => au(n)).join('')}`;
    const { entries, warnings } = await readTitleText(text, 64 * 1024);
    expect(warnings).toEqual([]);
    expect(entries.map(({ name, year, line }) => [name, year, line])).toEqual(
      Array.from({ length: 5_000 }, (_, n) => [`Name ${n} ; é`, String(n), 3 + 2 * n]),
    );
  });

  it('may be empty', async () => {
    expect(await readTitleText('')).toEqual({ entries: [], warnings: [] });
    expect(await readTitleText('# nothing\n{ }\n\n#')).toEqual({ entries: [], warnings: [] });
  });
});
