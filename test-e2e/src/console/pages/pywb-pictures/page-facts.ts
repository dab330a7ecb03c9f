// Collects facts about a page as the browser displays it: images, fonts, style rules and words, in all frames.
import { createHash } from 'node:crypto';
import type { Frame } from 'playwright-core';

export interface PageFacts {
  /** Number of `img` elements whose decoded image has more than one pixel. */
  readonly images: number;
  /** Number of style rules that the browser has read, including imported ones. */
  readonly rules: number;
  /** Families of the fonts that were loaded. */
  readonly fonts: readonly string[];
  /** Visible words in the order of the document. */
  readonly words: readonly string[];
  /** Height of the document in pixels. */
  readonly height: number;
}

const COLLECT = `(() => {
  const title = [...document.styleSheets].find((sheet) => sheet.title && !sheet.disabled)?.title;
  const countRules = (sheet) => {
    let count = 0;
    const walk = (rules) => {
      for (const rule of rules) {
        if (rule.styleSheet) walk(readRules(rule.styleSheet));
        else if (rule.selectorText !== undefined) count++;
        else if (rule.cssRules) walk(rule.cssRules);
      }
    };
    const readRules = (one) => { try { return one.cssRules; } catch { return []; } };
    // Browsers apply only the first set of style sheets with a title.
    const isOther = sheet.title && sheet.title !== title;
    if (!sheet.disabled && !isOther) walk(readRules(sheet));
    return count;
  };
  const images = [...document.images].filter((image) => image.complete && image.naturalWidth * image.naturalHeight > 1);
  return {
    images: images.length,
    rules: [...document.styleSheets].reduce((sum, sheet) => sum + countRules(sheet), 0),
    fonts: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
    words: (document.body?.innerText ?? document.documentElement?.textContent ?? '').split(/\\s+/).filter(Boolean),
    height: document.documentElement?.scrollHeight ?? 0,
  };
})()`;

/** Collects the facts about a document and all frames in it. `height` is the height of the outer document only. */
export async function collectFacts(frame: Frame): Promise<PageFacts> {
  const own = (await frame.evaluate(COLLECT)) as PageFacts;
  const inner = await Promise.all(frame.childFrames().map((child) => collectFacts(child).catch(() => NONE)));
  const all = [own, ...inner];
  return {
    images: sum(all.map(({ images }) => images)),
    rules: sum(all.map(({ rules }) => rules)),
    fonts: all.flatMap(({ fonts }) => fonts).sort(),
    words: all.flatMap(({ words }) => words),
    height: own.height,
  };
}

const NONE: PageFacts = { images: 0, rules: 0, fonts: [], words: [], height: 0 };
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Returns the words of the first list that the second list lacks. */
export function findLackingWords(wanted: readonly string[], present: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of present) left.set(word, (left.get(word) ?? 0) + 1);
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/** Returns the digests of all data URLs in a rendered page, including those in its frames. */
export function listDataUrlDigests(html: string): Set<string> {
  const digests = new Set<string>();
  for (const [, base64] of html.matchAll(/data:[a-z]+\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/=]+)/g))
    digests.add(digestBytes(Buffer.from(base64!, 'base64')));
  return digests;
}

export function digestBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
