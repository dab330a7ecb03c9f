// Generates pages with style sheets, fonts, backgrounds and forms.
import { existsSync, readFileSync } from 'node:fs';
import type { JournalCapture } from './journal-archive.ts';
import { drawing, makePage, png } from './make-page.ts';

const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf';

export function makeStylePages(): JournalCapture[] {
  const css = '@charset "utf-8";@import "b.css" screen;@import url(print.css) print;h1{color:teal}';
  return [
    ...makePage('import-chain', '<link rel=stylesheet href=css/a.css><p class=b>b<p class=c>c<p class=d>d', {
      'css/a.css': css,
      'css/b.css': '@import url("deep/c.css") layer(base);.b{background:url(../40.png);height:40px}',
      'css/deep/c.css': "@import '../d.css' supports(display: block);.c{color:red;font-size:30px}",
      'css/d.css': '.d{background:url("deep/50.png") no-repeat;height:40px}',
      'css/print.css': 'p{display:none}',
      '40.png': png(40),
      'css/deep/50.png': png(50),
    }),
    ...makePage(
      'font-face',
      '<style>@font-face{font-family:Old;src:url(f.eot);src:url(f.eot?#iefix) format("embedded-opentype"),url(fonts/f.ttf?v=1) format("truetype")}p{font:30px Old}</style><p>High water',
      existsSync(FONT) ? { 'fonts/f.ttf?v=1': readFileSync(FONT) } : {},
    ),
    ...makePage(
      'inline-style',
      `<p style="background:url('40.png');height:40px">quoted<p style='background-image:image-set("50.png" 1x);height:40px'>image set
      <p style="--image:url(60.png);background:var(--image);height:40px">property<p style="background:url(a.svg#part);height:40px">SVG
      <ul style="list-style-image:url(20.png)"><li>item</ul><p style="border:10px solid;border-image:url(30.png) 5">border`,
      {
        '40.png': png(40),
        '50.png': png(50),
        '60.png': png(60),
        '20.png': png(20, 10),
        '30.png': png(30, 30),
        'a.svg': drawing('green'),
      },
    ),
    ...makePage(
      'background-attribute',
      '<body background=20.png><table background=40.png width=300 height=100 border=1 bordercolor=red><tr><td background=60.png>cell<td bgcolor=#ffcc00>cell</table>',
      { '20.png': png(20, 20), '40.png': png(40), '60.png': png(60) },
    ),
    ...makePage(
      'alternate-styles',
      `<link rel=stylesheet href=a.css><link rel=stylesheet title=Day href=day.css><link rel=stylesheet title=Night href=night.css>
      <link rel="alternate stylesheet" title=Big href=big.css><link rel=stylesheet media="(max-width: 100px)" href=narrow.css><p>Text`,
      {
        'a.css': 'p{font-size:20px}',
        'day.css': 'body{background:#eef5f8}',
        'night.css': 'body{background:#000;color:#fff}',
        'big.css': 'p{font-size:90px}',
        'narrow.css': 'p{color:red}',
      },
    ),
    ...makePage(
      'selectors',
      `<style>a[href$=".pdf"]{padding-left:50px;background:url(40.png) no-repeat;line-height:40px}[data-kind=note]{color:red}td::before{content:attr(data-label)": "}
      journal-part{display:block;border:2px solid}journal-part > b{font-size:30px}.home{clip-path:url(#none)}</style>
      <p><a href=paper.pdf>Paper</a><p data-kind=note>A note<table><tr><td data-label=Height>3 m</table><journal-part><b>Part</b></journal-part>
      <dialog>Not open</dialog><p popover>Not shown`,
      { '40.png': png(40) },
    ),
    ...makePage(
      'form',
      `<form action=search><p><label>Words <input name=q value=tides></label> <button>Search</button> <input type=submit value=Find>
      <p><select><option>2019<option selected>2020</select> <textarea rows=3>Notes</textarea> <input type=checkbox checked> <input type=radio> <input type=text disabled value=off></form>`,
    ),
  ];
}
