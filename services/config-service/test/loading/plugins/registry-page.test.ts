import { describe, expect, it } from '@jest/globals';
import { isHtmlPage, parseRegistryPage } from '../../../src/loading/plugins/registry-page.ts';

const pageUrl = 'http://r.example/plugins/index.html';

describe('a registry page', () => {
  it('gives the links to archives and definitions of its own server, each once, in order', () => {
    const html = `<html><head><title>
        Demo &amp; Test   registry</title></head><body>
      <a href="b.jar">B</a> <A HREF='/other/a.JAR?x=1&amp;y=2#top'>A</A> <a href=c.zip>C
      <a href="b.jar#again">B</a> <a name="x">no link</a> <a href="readme.html">no</a> <a href="d.xml">D</a>
      <a href="javascript:x.jar">no</a> <a href="ftp://r.example/e.jar">no</a> <a href="http://[x/e.jar">no</a>
      <a href="http://u:p@r.example/e.jar">no</a> <a href="http://other.example/f.jar">F</a>
      <link href="g.jar"> <!-- <a href="h.jar">H</a> --> <script>'<a href="i.jar">'</script>`;
    expect(parseRegistryPage(html, pageUrl)).toEqual({
      title: 'Demo & Test registry',
      links: [
        'http://r.example/plugins/b.jar',
        'http://r.example/other/a.JAR?x=1&y=2',
        'http://r.example/plugins/c.zip',
        'http://r.example/plugins/d.xml',
      ],
      elsewhere: ['http://other.example/f.jar'],
    });
  });

  it('need have no title and no links', () => {
    expect(parseRegistryPage('', pageUrl)).toEqual({ title: undefined, links: [], elsewhere: [] });
    expect(parseRegistryPage('<title>  </title>', pageUrl).title).toBeUndefined();
    expect(parseRegistryPage(`<title>${'t'.repeat(1000)}`, pageUrl).title).toHaveLength(200);
  });

  it('is read without delay, whatever it is made of', () => {
    for (const piece of ['<', '<a href=', '<a href="', '<title>', '&', '<!--', '<a b ', '"']) {
      expect(parseRegistryPage(piece.repeat(200_000), pageUrl).links).toEqual([]);
    }
    const many = Array.from({ length: 6_000 }, (_, n) => `<a href="${n}.jar">`).join('');
    expect(parseRegistryPage(many, pageUrl).links).toHaveLength(5_000);
  });

  it.each([
    ['text/html; charset=utf-8', 'anything', true],
    ['application/xhtml+xml', '', true],
    ['application/octet-stream', '\n <!DOCTYPE  HTML PUBLIC', true],
    ['', '<html lang="en">', true],
    ['text/xml', '<map>', false],
    ['text/htmlx', '<htmlx>', false],
  ])('is known by %j and %j: %s', (mediaType, start, is) => {
    expect(isHtmlPage(mediaType, start)).toBe(is);
  });
});
