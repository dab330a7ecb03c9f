// Generates pages of a journal, one for each way in which a page refers to a resource or declares its encoding. Each
// image has a different width and colour.
import type { JournalCapture } from './journal-archive.ts';
import { JOURNAL } from './journal-archive.ts';
import { makeImagePages } from './journal-images.ts';
import { makeStylePages } from './journal-styles.ts';
import { makePage, png, type Resources } from './make-page.ts';

/** Generates the pages and their resources. */
export function makeJournalPages(): JournalCapture[] {
  return [
    ...makeImagePages(),
    ...makeStylePages(),
    ...makeFramePages(),
    ...makeAddressPages(),
    ...makeTextPages(),
  ];
}

function makeFramePages(): JournalCapture[] {
  const inner = '<body bgcolor=#ffeecc><p>Contents<p><a href=x>Link</a><img src=20.png>';
  return [
    ...makePage(
      'frames',
      `<iframe src=inner.html width=300 height=120 frameborder=0 scrolling=no></iframe><iframe src=outer.html width=300 height=160></iframe>
      <iframe srcdoc="<p style='color:green'>Written in the page<img src=40.png>" width=200 height=80></iframe><iframe src=50.png width=100 height=80></iframe>`,
      {
        'inner.html': inner,
        'outer.html': '<p>Outer<iframe src=inner.html width=200 height=80></iframe>',
        '20.png': png(20),
        '40.png': png(40),
        '50.png': png(50),
      },
    ),
    ...makePage(
      'frameset',
      Buffer.from(
        '<html><head><title>frameset</title></head><frameset cols="200,*"><frame src=inner.html name=menu><frameset rows="30%,70%"><frame src=top.html><frame src=main.html></frameset><noframes><p>No frames</noframes></frameset></html>',
      ),
      {
        'inner.html': inner,
        'top.html': '<h1>Top</h1>',
        'main.html': '<h2>Main text</h2><img src=40.png>',
        '20.png': png(20),
        '40.png': png(40),
      },
    ),
  ];
}

function makeAddressPages(): JournalCapture[] {
  const moved = (location: string): Partial<JournalCapture> => ({
    status: '302 Found',
    head: [`Location: ${location}`],
  });
  return [
    ...makePage(
      'base',
      '<base href="/base/other/"><img src=40.png><p style="background:url(50.png);height:40px">base',
      {
        '/base/other/40.png': png(40),
        '/base/other/50.png': png(50),
      },
    ),
    ...makePage(
      'addresses',
      `<p><img src="//images.example/40.png"> without protocol<p><img src="https://journal.example/addresses/50.png"> other protocol<p><img src="60.png#part"> fragment
      <p><img src="70.png?size=2&amp;sort=a"> query<p><img src="80.png?sort=a&amp;size=2"> query in another order<p><img src=" 9&#10;0.png "> white space
      <p><img src="a b/100.png"> space<p><img src="gr&ouml;&szlig;e.png"> letters`,
      {
        'http://images.example/40.png': png(40),
        '50.png': png(50),
        '60.png': png(60),
        '70.png?size=2&sort=a': png(70),
        '80.png?size=2&sort=a': png(80),
        '90.png': png(90),
        'a%20b/100.png': png(100),
        'gr%C3%B6%C3%9Fe.png': png(110),
      },
    ),
    ...makePage(
      'sessions',
      `<p><img src="40.png;jsessionid=0123456789ABCDEF0123456789ABCDEF"> session in the path<p><img src="50.png?PHPSESSID=0123456789abcdef0123456789abcdef"> session in the query
      `,
      {
        '40.png;jsessionid=FEDCBA9876543210FEDCBA9876543210': png(40),
        '50.png?PHPSESSID=fedcba9876543210fedcba9876543210': png(50),
      },
    ),
    ...makePage(
      'versions',
      `<p><img src="60.png?_=1620000000000"> time to defeat caches<p><img src="70.png?v=2"> other version`,
      { '60.png?_=1629999999999': png(60), '70.png?v=1': png(70) },
    ),
    ...makePage(
      'redirects',
      '<link rel=stylesheet href=old.css><p><img src=a.png> relative<p><img src=b.png> other host, two steps<p class=x>style',
      {
        'a.png': moved('40.png'),
        '40.png': png(40),
        'b.png': moved('https://images.example/c.png'),
        'https://images.example/c.png': moved('/d/50.png'),
        'https://images.example/d/50.png': png(50),
        'old.css': moved('css/new.css'),
        'css/new.css': '.x{background:url(60.png);height:40px}',
        'css/60.png': png(60),
      },
    ),
    ...makePage(
      'revisits',
      '<p><img src=40.png> revisit of itself<p><img src=copy.png> revisit of another URL',
      {
        '40.png': { body: png(40), date: '2020-01-01T00:00:00Z' },
        '40.png#': {
          url: `${JOURNAL}revisits/40.png`,
          revisitOf: `${JOURNAL}revisits/40.png`,
          body: png(40),
        },
        'copy.png': { revisitOf: `${JOURNAL}revisits/40.png`, body: png(40) },
      },
    ),
  ];
}

function makeTextPages(): JournalCapture[] {
  const encoded = (name: string, bytes: Buffer, type = 'text/html', more: Resources = {}) =>
    makePage(name, Buffer.concat([Buffer.from(`<!doctype html><title>${name}</title>`), bytes]), more, {
      type,
    });
  const latin = Buffer.from('<p>Zürich, Ærø, naïve café</p>', 'latin1');
  const meta = Buffer.from('<meta charset=iso-8859-1>');
  const koi = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]);
  return [
    ...encoded('charset-meta', Buffer.concat([meta, latin])),
    ...encoded('charset-http', latin, 'text/html; charset=ISO-8859-1'),
    ...encoded('charset-none', latin),
    ...encoded('charset-none-utf8', Buffer.from('<p>Zürich, Привет')),
    ...encoded(
      'charset-koi8',
      Buffer.concat([
        Buffer.from('<meta http-equiv=Content-Type content="text/html; charset=koi8-r"><p>'),
        koi,
      ]),
    ),
    ...encoded(
      'charset-style',
      Buffer.from('<meta charset=utf-8><link rel=stylesheet href=a.css><p>Style'),
      'text/html',
      {
        'a.css': Buffer.concat([
          Buffer.from('@charset "iso-8859-1";p::after{content:" in Zürich"}', 'latin1'),
        ]),
      },
    ),
    ...makePage(
      'xml-declaration',
      Buffer.concat([
        Buffer.from(
          '<?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>xml</title></head><body>',
        ),
        latin,
        Buffer.from('</body></html>'),
      ]),
    ),
    ...makePage(
      'mathml',
      `<p>The height is <math><mi>h</mi><mo>=</mo><mfrac><mrow><mn>1</mn><mo>+</mo><msup><mi>x</mi><mn>2</mn></msup></mrow><msqrt><mi>y</mi></msqrt></mfrac></math> metres.
      <math display=block><semantics><mtable><mtr><mtd><mn>12</mn></mtd><mtd><mtext>mean</mtext></mtd></mtr></mtable><annotation encoding=tex>12</annotation></semantics></math>`,
    ),
    ...makePage(
      'noscript',
      `<noscript><style>.off{color:red}</style></noscript><p class=off>Red without scripts<noscript><p>Please enable scripts. <img src=40.png></noscript>
      <script>document.write('written by a script')</script><xmp><b>as it is</b></xmp><marquee>Moves</marquee><details><summary>More</summary>Hidden</details>`,
      { '40.png': png(40) },
    ),
  ];
}
