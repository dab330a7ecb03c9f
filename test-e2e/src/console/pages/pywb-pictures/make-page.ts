// Generates the captures of one page of a journal and of its resources.
import { makeColouredPng } from '../made-pages.ts';
import { JOURNAL, type JournalCapture } from './journal-archive.ts';

export type Resources = Readonly<Record<string, string | Buffer | Partial<JournalCapture>>>;

/** Returns the captures of a page and of its resources. The keys of `resources` are relative URLs. */
export function makePage(
  name: string,
  body: string | Buffer,
  resources: Resources = {},
  page: Partial<JournalCapture> = {},
): JournalCapture[] {
  const base = `${JOURNAL}${name}/`;
  const html =
    typeof body === 'string' ? `<!doctype html><title>${name}</title><h1>${name}</h1>${body}` : body;
  const captures = Object.entries(resources).map(([path, resource]): JournalCapture => {
    const url = new URL(path, base).href;
    const type = TYPES[/\.(\w+)(?:[?;#]|$)/.exec(path)?.[1] ?? ''] ?? 'text/html';
    if (typeof resource === 'string' || Buffer.isBuffer(resource))
      return { url, type, body: Buffer.from(resource) };
    return { url, type, body: Buffer.alloc(0), ...resource };
  });
  return [{ url: base, type: 'text/html', body: Buffer.from(html), ...page }, ...captures];
}

const TYPES: Readonly<Record<string, string>> = {
  ...{
    css: 'text/css',
    png: 'image/png',
    svg: 'image/svg+xml',
    ttf: 'font/ttf',
    html: 'text/html',
    xhtml: 'application/xhtml+xml',
  },
};

/** Returns a PNG image. `width` also determines its colour. */
export const png = (width: number, height = 40): Buffer => makeColouredPng(width, height);
export const drawing = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="${colour}"/></svg>`;
