// Tests the grid in which the frames of a frameset are laid out.
import { expect, it } from '@jest/globals';
import { parse } from 'parse5';
import { type FramesetNode, readFrameset } from '../../../src/domain/page/frameset.ts';
import { isHtmlElement, iterateNodes } from '../../../src/domain/page/html-tree.ts';

function read(html: string): FramesetNode {
  for (const node of iterateNodes(parse(html)))
    if (isHtmlElement(node) && node.tagName === 'frameset') return readFrameset(node);
  throw new Error('there is no frameset');
}

it.each([
  ['cols="200,*"', 'minmax(0,1fr)/200px minmax(0,1fr)'],
  ['rows="30%,70%"', 'minmax(0,30fr) minmax(0,70fr)/minmax(0,1fr)'],
  ['cols="100,300"', 'minmax(0,1fr)/minmax(0,100fr) minmax(0,300fr)'],
  ['cols="20%,2*,*"', 'minmax(0,1fr)/20% minmax(0,2fr) minmax(0,1fr)'],
  ['rows="50.5, x, *"', '50px minmax(0,1fr)/minmax(0,1fr)'],
  ['cols="url(x),;a:b"', 'minmax(0,1fr)/minmax(0,1fr)'],
  ['', 'minmax(0,1fr)/minmax(0,1fr)'],
])('%s is the grid %s', (attributes, expected) => {
  expect(read(`<frameset ${attributes}><frame></frameset>`).style).toBe(
    `display:grid;width:100vw;height:100vh;grid-template:${expected};gap:6px;background:#ccc`,
  );
});

it('has no gap without a border', () => {
  for (const attribute of ['border=0', 'frameborder=no', 'frameborder=0'])
    expect(read(`<frameset ${attribute}></frameset>`).style).not.toContain('gap');
});

it('has no frames beyond its cells, and a limited depth', () => {
  expect(
    read('<frameset cols="*,*"><frame><noframes></noframes><frame><frame></frameset>').children,
  ).toHaveLength(2);
  let depth = 0;
  for (let at: FramesetNode['children'][number] | undefined = read('<frameset>'.repeat(1_000)); at; depth++)
    at = 'children' in at ? at.children[0] : undefined;
  expect(depth).toBe(7);
});
