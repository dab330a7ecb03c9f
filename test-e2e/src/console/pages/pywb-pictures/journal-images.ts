// Generates pages with images: `srcset`, `picture`, lazy loading, missing images, and elements other than `img`.
import type { JournalCapture } from './journal-archive.ts';
import { drawing, makePage, png } from './make-page.ts';

/** Candidates of a `srcset` whose images were not captured. */
const MANY_SIZES = Array.from({ length: 12 }, (_, at) => `none-${at}.png ${at + 1}00w`).join();

export function makeImagePages(): JournalCapture[] {
  return [
    ...makePage(
      'srcset',
      `<p><img src=20.png srcset="40.png 2x"> density<p><img srcset="30.png 300w, 60.png 600w" sizes="300px" src=20.png> width and sizes
      <p><img src=none.png srcset="50.png 1x, none.png 2x" width=100> captured in part
      <p><img srcset="70.png 700w" sizes="(min-width: 500px) 50vw, 100vw" src=20.png height=30> half of the window
      <p><img src=80.png srcset="${MANY_SIZES}" sizes="80px"> only src captured`,
      {
        '20.png': png(20),
        '30.png': png(30),
        '40.png': png(40, 80),
        '50.png': png(50),
        '60.png': png(60, 80),
        '70.png': png(70),
        '80.png': png(80),
      },
    ),
    ...makePage(
      'picture',
      `<p><picture><source media="(max-width: 400px)" srcset=20.png><source media="(min-width: 401px)" srcset=60.png><img src=30.png></picture> by the width of the window
      <p><picture><source type=image/jxl srcset=none.jxl><source srcset=50.png><img src=30.png srcset="20.png 1x"></picture> by type
      <p><picture><source media=print srcset=20.png><img src=40.png></picture> not for print`,
      { '20.png': png(20), '30.png': png(30), '40.png': png(40), '50.png': png(50), '60.png': png(60) },
    ),
    ...makePage(
      'lazy',
      `<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src=40.png><noscript><img src=50.png></noscript> by a script, with noscript
      <p><img loading=lazy src=60.png> by the browser`,
      { '40.png': png(40), '50.png': png(50), '60.png': png(60) },
    ),
    ...makePage(
      'missing',
      `<p><img src=none.png alt="Figure 1: high water"> with alternative text<p><a href=x><img src=none2.png alt="Home" width=120 height=30></a> with size
      <p><img src=none3.png> without text<p><img src=40.png alt="not shown">`,
      { '40.png': png(40) },
    ),
    ...makePage(
      'elements',
      `<p><input type=image src=40.png alt=Go> input<p><object data=a.svg type=image/svg+xml>fallback</object> object<p><embed src=b.svg> embed
      <p><video poster=50.png width=100 height=60></video> video<p><object data=none.swf type=application/x-shockwave-flash><img src=60.png> without plug-in</object>`,
      {
        '40.png': png(40),
        'a.svg': drawing('purple'),
        'b.svg': drawing('olive'),
        '50.png': png(50),
        '60.png': png(60),
      },
    ),
    ...makePage(
      'inline-svg',
      `<style>.icon{width:48px;height:48px;color:teal}</style>
      <svg width=0 height=0 style="position:absolute"><defs><symbol id=wave viewBox="0 0 10 10"><circle cx=5 cy=5 r=4 fill=currentColor /></symbol>
      <linearGradient id=shade><stop offset=0 stop-color=navy /><stop offset=1 stop-color=skyblue /></linearGradient></defs></svg>
      <p><svg class=icon><use href="#wave"></use></svg> symbol<p><svg width=200 height=60 viewBox="0 0 200 60"><style>.st0{fill:#b4452f}</style>
      <rect width=100 height=60 fill="url(#shade)" /><rect class=st0 x=100 width=50 height=60 /><image href=40.png x=155 width=40 height=40 /><text x=10 y=35 fill=white>Logo</text></svg> logo`,
      { '40.png': png(40) },
    ),
  ];
}
