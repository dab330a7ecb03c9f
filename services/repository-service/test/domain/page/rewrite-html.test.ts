// Tests how documents are rewritten, with one row per rule.
import { chooseSeed } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { isAllowedElement, isCopiedAttribute } from '../../../src/domain/page/allow-list.ts';
import type { HtmlPiece } from '../../../src/domain/page/html-pieces.ts';
import { type HtmlContext, rewriteHtml } from '../../../src/domain/page/rewrite-html.ts';

const url = 'http://www.example.org/dir/page.html';

function rewrite(html: string, context: Partial<HtmlContext> = {}) {
  const references: string[] = [];
  const result = rewriteHtml(html, {
    ...{ url, linkBase: '/console/content/default', collectionMs: 1_000, isXhtml: false, frameDepth: 0 },
    refer: (kind, urls) => {
      references.push(`${kind} ${urls.join(' ')}`);
      return references.length - 1;
    },
    ...context,
  });
  const show = (piece: HtmlPiece): string => {
    if (typeof piece === 'string') return piece;
    if ('nested' in piece) return `{nested ${piece.nested.map(show).join('')}}`;
    if ('image' in piece) return ` src="{${references[piece.image]}}"`;
    if ('source' in piece) return `<source media="${piece.media}" srcset="{${references[piece.source]}}">`;
    return `{${references[Object.values(piece)[0] as number]}}`;
  };
  return { ...result, html: result.pieces.map(show).join('') };
}

/** Returns the rewritten content of `body`. */
function bodyOf(html: string, context?: Partial<HtmlContext>): string {
  return /<body[^>]*>(.*)<\/body>/s.exec(rewrite(`<!doctype html><body>${html}`, context).html)![1]!;
}

describe('in the body', () => {
  it.each([
    [
      '<p class="a" onclick="x()" data-x="y" data-"z=1>1 &lt; 2 &amp; 3</p>',
      '<p class="a" data-x="y">1 &lt; 2 &amp; 3</p>',
    ],
    ['<script>x()</script><b>a</b>', '<b>a</b>'],
    ['<noscript><i>a</i></noscript>', '<i>a</i>'],
    [
      '<noscript><p title="</noscript><img src=x>"></noscript>',
      '<p title="&lt;/noscript&gt;&lt;img src=x&gt;"></p>',
    ],
    ['<my-part class=c onclick=x><b>a</b></my-part>', '<my-part class="c"><b>a</b></my-part>'],
    ['<blink><b>a</b></blink><annotation-xml>c</annotation-xml>', '<b>a</b>c'],
    ['<dialog>a</dialog><p popover>b</p>', '<dialog>a</dialog><p popover="">b</p>'],
    ['<xmp><b></xmp>', '<pre>\n&lt;b&gt;</pre>'],
    ['<svg><a href="javascript:x"><title>t</title><g/></a></svg>a', '<svg><g></g></svg>a'],
    ['<math><mi href="javascript:x">m</mi></math>a', '<math><mi>m</mi></math>a'],
    ['<template><img src=x></template>a', 'a'],
    ['<object data=x><p>a</p></object><embed src=x><video src=x></video>a', '<p>a</p>a'],
    [
      '<object data=a.svg width=9>b</object>',
      '<img width="9" src="{image http://www.example.org/dir/a.svg}">',
    ],
    [
      '<object data=a type="image/png"></object>',
      '<img type="image/png" src="{image http://www.example.org/dir/a}">',
    ],
    ['<embed src=a.svg><embed src=a.swf>', '<img src="{image http://www.example.org/dir/a.svg}">'],
    [
      '<video src=x poster=a.png class=b>c</video>',
      '<img class="b" style="object-fit:contain;" src="{image http://www.example.org/dir/a.png}">',
    ],
    [
      '<object data=a.html type="text/html"></object>',
      '<iframe sandbox="allow-top-navigation-by-user-activation" type="text/html" frameborder="0" srcdoc="{frame http://www.example.org/dir/a.html}"></iframe>',
    ],
    ['<!-- c -->a', 'a'],
    ['<pre>\n\na</pre>', '<pre>\n\na</pre>'],
    [
      '<table><tr><td bgcolor=red>a</table>',
      '<table><tbody><tr><td bgcolor="red">a</td></tr></tbody></table>',
    ],
    ['<img src=/a.png alt="&quot;>">', '<img alt="&quot;&gt;" src="{image http://www.example.org/a.png}">'],
    [
      '<img src=a.png srcset="b.png 2x, /c.png 1x">',
      '<img src="{image http://www.example.org/c.png http://www.example.org/dir/b.png http://www.example.org/dir/a.png}">',
    ],
    [
      '<picture><source srcset=b.webp type=image/webp><img src=a.png></picture>',
      '<picture><img src="{image http://www.example.org/dir/b.webp http://www.example.org/dir/a.png}"></picture>',
    ],
    ['<img src="data:text/html,x">', '<img>'],
    ['<img src="javascript:x">', '<img>'],
    [
      '<p style="color:red;background:url(/a.png)">',
      '<p style="color:red;background:url({image http://www.example.org/a.png})"></p>',
    ],
    ['<p style=\'content:"</p>"\'>', '<p style="content:&quot;\\3c /p&gt;&quot;"></p>'],
    ['<p style="@import url(x)">', '<p style=""></p>'],
    [
      '<table background=a.gif></table>',
      '<table style="background-image:url({image http://www.example.org/dir/a.gif});"></table>',
    ],
    [
      '<form action=x onsubmit=y><input name=a value=b autofocus formaction=z><button>c</button></form>',
      '<form><input name="a" value="b"><button>c</button></form>',
    ],
    ['<input type=image src=a.png>', '<input type="image" src="{image http://www.example.org/dir/a.png}">'],
    [
      '<input type=text disabled><input type=image src="">',
      '<input type="text" disabled=""><input type="image">',
    ],
    [
      '<textarea>\n</textarea><textarea><b></textarea>',
      '<textarea>\n</textarea><textarea>\n&lt;b&gt;</textarea>',
    ],
    [
      '<iframe src=f.html width=9 onload=x></iframe>',
      '<iframe sandbox="allow-top-navigation-by-user-activation" width="9" srcdoc="{frame http://www.example.org/dir/f.html}"></iframe>',
    ],
    [
      '<iframe src=f.html srcdoc="<p onclick=x>y"></iframe>',
      '<iframe sandbox="allow-top-navigation-by-user-activation" srcdoc="{nested <html><head></head><body><p>y</p></body></html>}"></iframe>',
    ],
    ['<iframe></iframe>', '<iframe sandbox="allow-top-navigation-by-user-activation" srcdoc=""></iframe>'],
    [
      '<link rel=stylesheet href=a.css media=print>',
      '<style media="print">{style http://www.example.org/dir/a.css}</style>',
    ],
    ['<link rel="alternate stylesheet" href=a.css><link rel=preconnect href=//x><link rel=icon href=i>', ''],
    ['<style>a{b:c}</style>', '<style>a{b:c}</style>'],
    ['<style type="text/less">a{b:c}</style>', ''],
    [
      '<link rel=stylesheet title=A href=a.css><style title=B>b{}</style><link rel=stylesheet href=c.css><style title=A>d{}</style>',
      '<style>{style http://www.example.org/dir/a.css}</style><style>{style http://www.example.org/dir/c.css}</style><style>d{}</style>',
    ],
    [
      '<img data-src=a.png>\n<noscript><img src=b.png></noscript><img data-src=c.png>text<noscript><img src=d.png></noscript>',
      '<img data-src="a.png">\n<img src="{image http://www.example.org/dir/b.png}"><img data-src="c.png" src="{image http://www.example.org/dir/c.png}">text<img src="{image http://www.example.org/dir/d.png}">',
    ],
    [
      '<select><style></select><img src=x onerror=y></style><option>a</select>',
      '<select></select><img src="{image http://www.example.org/dir/x}"><option>a</option>',
    ],
  ])('%j becomes %j', (html, expected) => {
    const shown = bodyOf(html);
    expect(shown.replaceAll('<pre>\n', '<pre>').replaceAll('>\n', '>')).toBe(
      expected.replaceAll('<pre>\n', '<pre>').replaceAll('>\n', '>'),
    );
  });
});

describe('a link', () => {
  const linked = (href: string) => /<a([^>]*)>/.exec(bodyOf(`<a href="${href}">`))![1]!;
  it.each([
    [
      'other?a=b#c',
      ' href="/console/content/default?at=1000&amp;url=http%3A%2F%2Fwww.example.org%2Fdir%2Fother%3Fa%3Db" target="_top" rel="noopener"',
    ],
    ['#part', ' href="#part"'],
    ['page.html#part', ' href="#part"'],
    ['javascript:alert(1)', ''],
    [' java\tscript:alert(1)', ''],
    ['data:text/html,x', ''],
    ['mailto:a@b', ''],
    [`/${'x'.repeat(5_000)}`, ''],
    ['//[', ''],
  ])('to %j is written as %j', (href, expected) => {
    expect(linked(href)).toBe(expected);
  });

  it('is removed without a console, and also a link to a fragment in a frame', () => {
    expect(bodyOf('<a href=other>a</a>', { linkBase: undefined })).toBe('<a>a</a>');
    expect(bodyOf('<a href=#x>a</a>', { frameDepth: 1 })).toBe('<a>a</a>');
  });
});

describe('a document', () => {
  it('reports its base, meta refresh and title', () => {
    const { html, refresh, title } = rewrite(
      '<title> A\n page </title><base href="/base/"><base href=//other><meta http-equiv=Refresh content="5; url=\'next\'"><img src=a.png>',
    );
    expect(html).toContain('http://www.example.org/base/a.png');
    expect(html).not.toMatch(/<(?:base|meta)/);
    expect(refresh).toEqual({ url: 'http://www.example.org/base/next', seconds: 5 });
    expect(title).toBe('A page');
  });

  it('keeps the mode in which browsers lay it out', () => {
    expect(rewrite('<!doctype html>a').html).toMatch(/^<!doctype html><html>/);
    expect(rewrite('a').html).toMatch(/^<html>/);
    const transitional = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://x">';
    expect(rewrite(transitional).html).toMatch(/^<!DOCTYPE html PUBLIC "[^"]+" "">/);
  });

  it('with a frameset becomes a grid of frames', () => {
    const { html, isFrameset } = rewrite(
      '<frameset cols="200,*"><frame src=menu name="<Menu>"><frameset rows="30%,70%" border=0><frame src=a><frame src="javascript:x"><frame src=b></frameset></frameset>',
    );
    expect(isFrameset).toBe(true);
    expect(html).toContain('grid-template:minmax(0,1fr)/200px minmax(0,1fr);gap:6px');
    expect(html).toContain('grid-template:minmax(0,30fr) minmax(0,70fr)/minmax(0,1fr)"');
    expect(html).toContain('name="&lt;Menu&gt;"');
    expect([...html.matchAll(/srcdoc="([^"]*)"/g)].map(([, frame]) => frame)).toEqual([
      ...['{frame http://www.example.org/dir/menu}', '{frame http://www.example.org/dir/a}', ''],
    ]);
    expect(html).not.toContain('<frame');
  });

  it('in quirks mode gets rules of this mode in a frame', () => {
    const rules = ':where(table){font-weight:initial';
    expect(rewrite('<p>a', { frameDepth: 1 }).html).toContain(`<head><style>${rules}`);
    expect(rewrite('<!doctype html><p>a', { frameDepth: 1 }).html).not.toContain(rules);
    expect(rewrite('<p>a').html).not.toContain(rules);
    expect(rewrite('<iframe srcdoc="<p>a"></iframe>').html).not.toContain(rules);
  });

  it('in XHTML may contain empty elements', () => {
    const html =
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head><body><p>a</p></body></html>';
    expect(rewrite(html, { isXhtml: true }).html).toContain('<p>a</p>');
  });

  it('that is nested deeply or has very many nodes is shown in part', () => {
    expect(rewrite('<div>'.repeat(100_000)).isCut).toBe(true);
    const { html, isCut } = rewrite(`<body>${'<i>'.repeat(3)}${'<br>'.repeat(200_000)}`);
    expect(isCut).toBe(true);
    expect(html).toMatch(/<\/i><\/i><\/i><\/body><\/html>$/);
  });

  it('contains only listed elements and attributes', () => {
    const seed = chooseSeed('pages');
    let state = seed;
    const next = (most: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % most;
    };
    const words = [
      '<a href=javascript:x>',
      '<svg>',
      '<style>',
      '</style>',
      '<math>',
      '<mtext>',
      '<table>',
      '<select>',
      '</select>',
      '<img src=x onerror=y>',
      '<template>',
      '<title>',
      '</title>',
      '<noscript>',
      '<iframe src=//x>',
      '<form>',
      '<p id="',
      '">',
      "'",
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<b onload=x',
      ' ',
      '&lt;',
      '</p>',
      '<textarea>',
      '<foreignObject>',
      '<annotation-xml encoding=text/html>',
      '<script>',
      '</script>',
      '<option>',
      '<frameset>',
      '<plaintext>',
    ];
    const faults: string[] = [];
    for (let i = 0; i < 300; i++) {
      const html = Array.from({ length: 15 }, () => words[next(words.length)]).join('');
      const shown = rewrite(html).html.replaceAll(/<style[^>]*>.*?<\/style>/gs, '');
      for (const [, name, attributes] of shown.matchAll(/<(!?[^\s>/]+)((?:\s[^\s=>]+="[^"]*")*)>/g)) {
        const isKnown = isAllowedElement(name!) || WRITTEN_ELEMENTS.includes(name!);
        if (!isKnown) faults.push(`${name} in ${html}`);
        for (const [, attribute] of attributes!.matchAll(/\s([^\s=]+)="/g))
          if (!isCopiedAttribute(attribute!) && !WRITTEN.includes(attribute!))
            faults.push(`${attribute} in ${html}`);
      }
    }
    expect([seed, faults]).toEqual([seed, []]);
  });
});

/** Attributes that the rewriter generates instead of copying. */
const WRITTEN = ['href', 'src', 'srcdoc', 'style', 'target', 'rel', 'sandbox', 'usemap'];
/** Elements that the rewriter may write for these words although they are not allowed elements. */
const WRITTEN_ELEMENTS = ['iframe', '!doctype', '!DOCTYPE', 'svg', 'math', 'mtext'];
