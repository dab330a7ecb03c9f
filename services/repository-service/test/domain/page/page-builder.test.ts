// Pages that are built from several texts: nested frames, circular imports, and limits.
import { expect, it } from '@jest/globals';
import { pageLimits } from '../../../src/domain/page/limits.ts';
import { PageBuilder } from '../../../src/domain/page/page-builder.ts';
import type { PageReference, ReferenceResult } from '../../../src/domain/page/page-report.ts';

const url = 'http://example.org/';

/**
 * Builds a page. `texts`: texts of resources by URL path. A resource without a text is a PNG image, unless `missing`
 * lists it.
 */
function build(texts: Record<string, string>, missing: readonly string[] = []) {
  const builder = new PageBuilder({
    ...{ url, refresh: undefined, isCut: false, linkBase: '/console/content/n', collectionMs: 1 },
    ...{ bytes: Buffer.from(texts['']!), contentType: 'text/html' },
  });
  const all: PageReference[] = [];
  const results: ReferenceResult[] = [];
  for (let wanted = builder.start(); wanted.length > 0; ) {
    all.push(...wanted);
    const read = wanted.flatMap(({ id, urls }) => {
      const path = urls[0]!.slice(url.length);
      if (missing.includes(path)) results.push({ id, result: 'missing', reason: 'none' });
      else results.push({ id, result: 'read', ...(texts[path] === undefined && { type: 'image/png' }) });
      return texts[path] === undefined
        ? []
        : [{ id, url: urls[0]!, bytes: Buffer.from(texts[path]), contentType: undefined }];
    });
    wanted = builder.addTexts(read);
  }
  const { parts, facts } = builder.finish(results);
  const shown = parts.map((part) =>
    typeof part === 'string' ? part : `{${all.find(({ id }) => id === part.inline)!.urls[0]}}`,
  );
  return { html: shown.join(''), facts, references: all };
}

it('contains the text of frames and of imported sheets', () => {
  const { html } = build({
    '': '<link rel=stylesheet href=a.css><iframe src=f></iframe>',
    'a.css': '@import "b.css" print;a{b:url(i.png)}',
    'b.css': 'c{d:e}',
    f: '<p title="&quot;">f</p><img src=i.png><iframe src=g></iframe>',
    g: '<i>"g"</i>',
  });
  expect(html).toContain('<style>@media print{\nc{d:e}\n}a{b:url({http://example.org/i.png})}</style>');
  expect(html).toContain('&lt;p title=&quot;&amp;quot;&quot;&gt;f&lt;/p&gt;');
  expect(html).toContain('&lt;img src=&quot;{http://example.org/i.png}&quot;&gt;');
  // The text of a frame in a frame is escaped twice.
  expect(html).toContain('&amp;lt;i&amp;gt;&amp;quot;g&amp;quot;&amp;lt;/i&amp;gt;');
});

it('shows the reason in place of a missing image', () => {
  const { html } = build({ '': '<img src=a.png><img src=b.png title=T><p style="background:url(a.png)">' }, [
    'a.png',
    'b.png',
  ]);
  expect(html).toContain(
    '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==" title="none">',
  );
  expect(html).toMatch(/<img title="T" src="data:[^"]+">/);
  expect(html).toContain('background:url(data:,)');
});

it('shows the alternative text of a missing image', () => {
  const { html } = build({ '': '<img src=a.png alt="Figure 1">' }, ['a.png']);
  expect(html).toContain('<img alt="Figure 1" src="data:," title="none">');
});

it('keeps the descriptor of the candidate that was captured', () => {
  const image =
    '<img srcset="a.png 600w" sizes="50vw"><img src=b.png srcset="c.png 2x"><img srcset="d.png 2x">';
  const picture =
    '<picture><source media="(max-width: 9px)" srcset="e.png 2x"><source media=print srcset=f.png><img src=g.png></picture>';
  const { html } = build({ '': `${image}${picture}` }, ['f.png']);
  const of = (path: string) => `{${url}${path}}`;
  expect(html).toContain(
    `<img srcset="${of('a.png')} 600w" sizes="50vw"><img src="${of('b.png')}"><img srcset="${of('d.png')} 2x">`,
  );
  expect(html).toContain(
    `<picture><source media="(max-width: 9px)" srcset="${of('e.png')} 2x"><img src="${of('g.png')}"></picture>`,
  );
});

it('uses the descriptor of the alternative that was read', () => {
  const builder = new PageBuilder({
    ...{ url, refresh: undefined, isCut: false, linkBase: undefined, collectionMs: 1 },
    ...{ bytes: Buffer.from('<img src=a.png srcset="b.png 2x">'), contentType: 'text/html' },
  });
  const [reference] = builder.start();
  expect(reference!.urls).toEqual([`${url}a.png`, `${url}b.png`]);
  const { parts } = builder.finish([{ id: reference!.id, result: 'read', type: 'image/png', choice: 1 }]);
  expect(parts.map((part) => (typeof part === 'string' ? part : '{}')).join('')).toContain(
    '<img srcset="{} 2x">',
  );
});

it('requests a limited number of alternatives, and always the URL in src', () => {
  const set = Array.from({ length: 20 }, (_, i) => `${i}.png ${i + 1}00w`).join();
  const { references } = build({ '': `<img src=a.png srcset="${set}">` });
  expect(references[0]!.urls).toHaveLength(pageLimits.alternatives);
  expect(references[0]!.urls.slice(0, 2)).toEqual([`${url}15.png`, `${url}14.png`]);
  expect(references[0]!.urls.at(-1)).toBe(`${url}a.png`);
});

it('contains the documents in srcdoc attributes, two levels deep', () => {
  const nest = (html: string) =>
    `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
  const { html } = build({ '': nest(`<p class="a">one<img src=a.png>${nest(`two${nest('three')}`)}`) });
  expect(html).toContain(
    '&lt;p class=&quot;a&quot;&gt;one&lt;img src=&quot;{http://example.org/a.png}&quot;&gt;',
  );
  expect(html).toContain('two');
  expect(html).not.toContain('three');
});

it('stops at circular imports, and at deep imports and frames', () => {
  const circle = build({
    '': '<style>@import "a.css";</style>',
    'a.css': '@import "a.css";@import "b.css";a{}',
    'b.css': '@import "a.css";b{}',
  });
  expect(circle.html.match(/a\{\}/g)).toHaveLength(1);
  const sheets = Object.fromEntries(
    Array.from({ length: 9 }, (_, i) => [`${i}.css`, `@import "${i + 1}.css";`]),
  );
  const deep = build({ '': '<style>@import "0.css";</style>', ...sheets });
  expect(deep.references).toHaveLength(pageLimits.importDepth);
  expect(deep.facts.refused.map(({ kind }) => kind)).toEqual(['import']);
  const frames = build({
    '': '<iframe src=f></iframe>',
    f: '<iframe src=g></iframe>',
    g: '<iframe src=h></iframe>',
  });
  expect(frames.references).toHaveLength(pageLimits.frameDepth);
});

it('is truncated if imports multiply its length', () => {
  const many = (next: string) => `@import "${next}";`.repeat(1_000);
  const { html, facts } = build({
    '': `<style>${many('a.css')}</style>`,
    'a.css': many('b.css'),
    'b.css': `c{d:${'e'.repeat(1_000)}}`,
  });
  expect(facts.cut).toBe(true);
  expect(html.length).toBeLessThan(pageLimits.textLength + 10_000);
});

it('requests a limited number of resources, and reports the others', () => {
  const { references, facts } = build({
    '': Array.from({ length: 500 }, (_, i) => `<img src=${i}.png>`).join(''),
  });
  expect(references).toHaveLength(pageLimits.references);
  expect(facts.refused).toHaveLength(pageLimits.missing);
});
