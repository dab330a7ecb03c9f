// Tests which parts of inline SVG and MathML the rewritten page contains.
import { describe, expect, it } from '@jest/globals';
import type { HtmlPiece } from '../../../src/domain/page/html-pieces.ts';
import { rewriteHtml } from '../../../src/domain/page/rewrite-html.ts';

/** Returns the rewritten content of `body`. Writes `{kind url}` for each reference. */
function bodyOf(html: string): string {
  const references: string[] = [];
  const { pieces } = rewriteHtml(`<!doctype html><body>${html}`, {
    ...{
      url: 'http://www.example.org/',
      linkBase: undefined,
      collectionMs: 1,
      isXhtml: false,
      frameDepth: 0,
    },
    refer: (kind, urls) => {
      references.push(`${kind} ${urls.join(' ')}`);
      return references.length - 1;
    },
  });
  const show = (piece: HtmlPiece): string =>
    typeof piece === 'string' ? piece : `{${references[Object.values(piece)[0] as number]}}`;
  return /<body[^>]*>(.*)<\/body>/s.exec(pieces.map(show).join(''))![1]!;
}

describe('a drawing', () => {
  it.each([
    [
      '<svg viewBox="0 0 9 9" onload=x class=a><path d="M0 0" fill=red /></svg>',
      '<svg viewBox="0 0 9 9" class="a"><path d="M0 0" fill="red"></path></svg>',
    ],
    [
      '<svg><linearGradient id=a gradientUnits=userSpaceOnUse><stop offset=0 /></linearGradient><rect fill="url(#a)" filter="url(http://x/#f)" /></svg>',
      '<svg><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0"></stop></linearGradient><rect fill="url(&quot;#a&quot;)" filter="url(data:,)"></rect></svg>',
    ],
    ['<svg><rect mask="u\\72l(//x/y)" /></svg>', '<svg><rect mask="url(data:,)"></rect></svg>'],
    [
      '<svg><image xlink:href=a.png width=9 /></svg>',
      '<svg><image width="9" href="{image http://www.example.org/a.png}"></image></svg>',
    ],
    [
      '<svg><image href="javascript:x" /><image href="data:text/html,x" /></svg>',
      '<svg><image></image><image></image></svg>',
    ],
    [
      '<svg><style>.a{fill:url(#b);background:url(c.png)}</style><text>a &lt; b</text></svg>',
      '<style>.a{fill:url("#b");background:url({image http://www.example.org/c.png})}</style><svg><text>a &lt; b</text></svg>',
    ],
    [
      '<svg><script>x</script><foreignObject><p>a</p></foreignObject><set attributeName=href to="javascript:x" /><animate /><title>t</title></svg>',
      '<svg></svg>',
    ],
    [
      '<svg><rect style="fill:url(//x/y);color:red" /></svg>',
      '<svg><rect style="fill:url({image http://x/y});color:red"></rect></svg>',
    ],
    ['<svg><a href="javascript:x"><circle r=1 /></a></svg>', '<svg><circle r="1"></circle></svg>'],
  ])('%j becomes %j', (html, expected) => {
    expect(bodyOf(html)).toBe(expected);
  });

  it('uses only elements of the page, and no element that uses others', () => {
    const symbol = '<symbol id=a><circle r=1 /></symbol>';
    expect(bodyOf(`<svg>${symbol}<use xlink:href="#a" /><use href="sprite.svg#b" /></svg>`)).toBe(
      '<svg><symbol id="a"><circle r="1"></circle></symbol><use href="#a"></use><use></use></svg>',
    );
    const doubled = bodyOf(
      `<svg>${symbol}<g id=b><use href="#a" /><use href="#a" /></g><use href="#b" /></svg>`,
    );
    expect(doubled).toContain('<g id="b"></g><use href="#b"></use>');
  });

  it('is used a limited number of times', () => {
    const body = bodyOf(`<svg><g id=a></g>${'<use href="#a" />'.repeat(2_000)}</svg>`);
    expect(body.match(/<use /g)).toHaveLength(500);
  });
});

describe('a formula', () => {
  it.each([
    [
      '<math display=block><mfrac linethickness=0><mi mathvariant=normal>a</mi><mn>2</mn></mfrac></math>',
      '<math display="block"><mfrac linethickness="0"><mi mathvariant="normal">a</mi><mn>2</mn></mfrac></math>',
    ],
    [
      '<math><semantics><mi>a</mi><annotation encoding=tex>b</annotation><annotation-xml encoding=text/html><p>c</p></annotation-xml></semantics></math>',
      '<math><semantics><mi>a</mi></semantics></math>',
    ],
    [
      '<math><maction actiontype=toggle><mi xlink:href="javascript:x" onclick=x>a</mi></maction></math>',
      '<math><mi>a</mi></math>',
    ],
    [
      '<math><mtext><b onclick=x>a</b><mglyph src=x></mglyph></mtext></math>',
      '<math><mtext><b>a</b></mtext></math>',
    ],
  ])('%j becomes %j', (html, expected) => {
    expect(bodyOf(html)).toBe(expected);
  });
});
