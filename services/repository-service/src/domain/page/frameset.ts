// Lays out the frames of a `frameset`. Browsers give `frame` elements no `srcdoc`, so the frames become `iframe` elements
// in a grid.
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { isHtmlElement, readAttributes } from './html-tree.ts';

export interface FramesetNode {
  /** Value of `style` for the grid. */
  readonly style: string;
  readonly children: readonly (FramesetNode | FrameNode)[];
}

export interface FrameNode {
  readonly frame: ReadonlyMap<string, string>;
}

const MAX_DEPTH = 6;
const MAX_TRACKS = 50;
const GAP_PX = 6;

/** Reads a `frameset` and its nested framesets. Omits frames that exceed the grid, as browsers do. */
export function readFrameset(node: Tree.Element, depth = 0): FramesetNode {
  const attributes = readAttributes(node);
  const [columns, rows] = ['cols', 'rows'].map((name) => parseTracks(attributes.get(name))) as [
    string[],
    string[],
  ];
  const inside = node.childNodes
    .filter(isHtmlElement)
    .filter(({ tagName }) => /^frame(?:set)?$/.test(tagName));
  const children = inside
    .slice(0, columns.length * rows.length)
    .flatMap((child): FramesetNode['children'] => {
      if (child.tagName === 'frame') return [{ frame: readAttributes(child) }];
      return depth < MAX_DEPTH ? [readFrameset(child, depth + 1)] : [];
    });
  const hasBorder =
    attributes.get('border') !== '0' && !/^(?:0|no)$/i.test(attributes.get('frameborder') ?? '');
  const size = depth === 0 ? 'width:100vw;height:100vh' : 'width:100%;height:100%';
  const gap = hasBorder ? `;gap:${GAP_PX}px;background:#ccc` : '';
  return {
    style: `display:grid;${size};grid-template:${rows.join(' ')}/${columns.join(' ')}${gap}`,
    children,
  };
}

/**
 * HTML, "rules for parsing a list of dimensions": lengths in pixels, percentages, and shares of the remaining space. If
 * no track is a share, browsers scale the tracks to fill the window.
 */
function parseTracks(text: string | undefined): string[] {
  const parts = (text ?? '').split(',').slice(0, MAX_TRACKS);
  const tracks = parts.flatMap((part) => {
    const [, digits = '', unit = ''] = /^\s*(\d{0,6})(?:\.\d*)?\s*([%*]?)/.exec(part) ?? [];
    return digits === '' && unit !== '*' ? [] : { size: digits === '' ? 1 : Number(digits), unit };
  });
  const isScaled = tracks.every(({ unit }) => unit !== '*' && unit === tracks[0]!.unit);
  const written = tracks.map(({ size, unit }) => {
    if (isScaled || unit === '*') return `minmax(0,${size}fr)`;
    return unit === '%' ? `${size}%` : `${size}px`;
  });
  return written.length === 0 ? ['minmax(0,1fr)'] : written;
}
