// Tests how style sheets are rewritten: which URLs are replaced, and that nothing ends the `style` element.
import { chooseSeed } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { type CssPiece, rewriteCss } from '../../../src/domain/page/rewrite-css.ts';

const base = 'http://www.example.org/css/main.css';

/** Rewrites the text. Writes `{kind url}` for each reference. */
function rewritten(text: string): string {
  const references: string[] = [];
  const refer = (kind: string, urls: readonly string[]) => {
    references.push(`${kind} ${urls.join(' ')}`);
    return references.length - 1;
  };
  const show = (piece: CssPiece) =>
    typeof piece === 'string' ? piece : `{${references[Object.values(piece)[0] as number]}}`;
  return rewriteCss(text, { baseUrl: base, refer }).map(show).join('');
}

const image = 'url({image http://www.example.org/a.png})';

describe('a URL in a style sheet', () => {
  it.each([
    ['a{background:url(/a.png)}', `a{background:${image}}`],
    ['a{background:url("/a.png")}', `a{background:${image}}`],
    ["a{background:URL( '/a.png' ) no-repeat}", `a{background:${image} no-repeat}`],
    ['a{background:u\\72l(/a.png)}', `a{background:${image}}`],
    ['a{background:\\000075\\52 L("/a.png")}', `a{background:${image}}`],
    ['a{background:url(/\\61.png)}', `a{background:${image}}`],
    ['a{background:src("/a.png")}', `a{background:${image}}`],
    ['a{background:src(var(--x))}', 'a{background:url(data:,)}'],
    ['a{background:url(/a.png', `a{background:${image}}`],
    ['a{background:url(/a.png b)}', 'a{background:url(data:,)}'],
    ['a{background:url()}', 'a{background:url(data:,)}'],
    ['a{background:url(javascript:x)}', 'a{background:url(data:,)}'],
    ['a{background:url(//[)}', 'a{background:url(data:,)}'],
    [`a{background:url(/${'x'.repeat(5_000)})}`, 'a{background:url(data:,)}'],
    [
      'a{background:image-set("/a.png" 1x type("image/png"), "/b.png" 2x)}',
      `a{background:image-set(${image} 1x type("image/png"), url({image http://www.example.org/b.png}) 2x)}`,
    ],
    ['a{background:-webkit-\\69mage-set(url(/a.png) 1x)}', `a{background:-webkit-\\69mage-set(${image} 1x)}`],
    ['a::after{content:"http://x/"}', 'a::after{content:"http://x/"}'],
    [
      '@font-face{font-family:F;src:url(f.woff2) format("woff2")}',
      '@font-face{font-family:F;src:{font http://www.example.org/css/f.woff2} format("woff2")}',
    ],
    ['@media print{a{background:url(/a.png)}}', `@media print{a{background:${image}}}`],
    ['a{clip-path:url(#part)}', 'a{clip-path:url("#part")}'],
    ["a{fill:url( '#a.b-c' ) red}", 'a{fill:url("#a.b-c") red}'],
    ['a{background:url("#</style>")}', 'a{background:url({image http://www.example.org/css/main.css})}'],
    ['@namespace url(http://www.w3.org/1999/xhtml);a{b:c}', 'a{b:c}'],
    ['@charset "utf-8";a{b:c}', 'a{b:c}'],
  ])('%j becomes %j', (text, expected) => {
    expect(rewritten(text)).toBe(expected);
  });

  it('stays a data URL if its content is an image', () => {
    const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
    expect(rewritten(`a{background:url(${gif})}`)).toBe(`a{background:url(${gif})}`);
    expect(rewritten('a{background:url(data:text/html,<script>)}')).toBe('a{background:url(data:,)}');
    const svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
    expect(rewritten(`a{background:url("${svg}")}`)).toMatch(
      /url\(data:image\/svg\+xml;base64,[\w+/=]+\)\}$/,
    );
  });
});

describe('an import', () => {
  const sheet = '\n{import http://www.example.org/css/b.css}\n';
  it.each([
    ['@import "b.css";a{b:c}', `${sheet}a{b:c}`],
    ['@import url(b.css);', sheet],
    ['@import url( "b.css" ) print and (color);', `@media print and (color){${sheet}}`],
    ['@\\69mport "b.css"', sheet],
    [
      '@import "b.css" layer(a.b) supports(display: grid) screen;',
      `@layer a.b{@supports (display: grid){@media screen{${sheet}}}}`,
    ],
    ['@import "b.css" layer;', `@layer {${sheet}}`],
    ['@layer a, b;@import "b.css";', `@layer a, b;${sheet}`],
    ['a{b:c}@import "b.css";', 'a{b:c}'],
    ['a{@import "b.css";b:c}', 'a{b:c}'],
    ['@import "javascript:x";', ''],
    ['@import var(--x);a{b:c}', 'a{b:c}'],
  ])('%j becomes %j', (text, expected) => {
    expect(rewritten(text).replaceAll(/\s+/g, ' ')).toBe(expected.replaceAll(/\s+/g, ' '));
  });
});

describe('the text of a style element', () => {
  it.each([
    ['a::after{content:"</style><img src=x>"}', 'a::after{content:"\\3c /style>\\3c img src=x>"}'],
    ['a::after{content:"\\</style>"}', 'a::after{content:"\\3c /style>"}'],
    ['<!-- a{b:c} -->', '  a{b:c}  '],
    ['/* </style><script> */a{b:c}', '/**/a{b:c}'],
    ['@media (width<a){}', '@media (width< a){}'],
    ['@media (width<600px){}', '@media (width<600px){}'],
    ['</style>', '< /style>'],
    ['a{b:c', 'a{b:c}'],
    ['a{b:(c', 'a{b:(c)}'],
    ['a{b:c}}d{e:f}', 'a{b:c}d{e:f}'],
    ['a{b:"c', 'a{b:"c"}'],
    ['a{b:"c\\', 'a{b:"c\\\\"}'],
    ['/* open', '/* open*/'],
    ['\ufeffa{b:c}', 'a{b:c}'],
  ])('%j is written as %j', (text, expected) => {
    expect(rewritten(text)).toBe(expected);
  });

  // A failure prints the seed.
  it('never contains the start of a tag', () => {
    const random = makeRandom(chooseSeed('style sheets'));
    const words = [
      '</style',
      '<img ',
      '<!--',
      '-->',
      '"',
      "'",
      '\\',
      '(',
      ')',
      '{',
      '}',
      'url(',
      '/*',
      '*/',
      '@import ',
      ';',
      ' ',
      '\n',
      '<',
      'x',
      '\\3c',
      '\0',
    ];
    const texts = Array.from({ length: 500 }, () =>
      Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)]).join(''),
    );
    const withTag = texts.filter((text) =>
      /<[a-z/!?]/i.test(rewritten(text).replaceAll(/\{(?:image|import|font) [^}]*\}/g, '')),
    );
    expect(withTag).toEqual([]);
  });

  it('is left byte for byte if it contains no URL', () => {
    const random = makeRandom(chooseSeed('style sheets'));
    const words = [
      'a',
      '.b > c',
      '*zoom:1',
      '_x:y',
      '{d:e;}',
      '@media (min-width:1px){f{g:h}}',
      '/* \\*/',
      '#i:not(.j)',
      ' ',
      '\t',
      '\n',
      '"k"',
      ':before{content:"\\201c"}',
      '!important',
      'filter:progid:A.B(c=1)',
    ];
    const texts = Array.from({ length: 300 }, () =>
      Array.from({ length: 10 }, () => words[Math.floor(random() * words.length)]).join(''),
    );
    expect(texts.map(rewritten)).toEqual(texts);
  });
});

/** Pseudo-random numbers between 0 and 1 (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
