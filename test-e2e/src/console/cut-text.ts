// Finds text that a screen of the console cuts off: text outside of its box, and fixed texts of the console (headings,
// labels, buttons) that are shortened with an ellipsis. Data such as names and URLs may be shortened, because the full
// text is one click away. A button in a table cell may also shorten its text, because the button opens all details.
import { readdirSync, readFileSync } from 'node:fs';
import type { ConsolePage } from './console-page.ts';

export const CONSOLE_LOCALES = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' } as const;
export type ConsoleLanguage = keyof typeof CONSOLE_LOCALES;

const folder = new URL('../../../packages/console/src/language/messages/', import.meta.url);

/** Returns all messages of a language without placeholders. */
export function readFixedTexts(language: ConsoleLanguage): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(`.${language}.json`));
  const texts = files.flatMap((name) =>
    Object.values(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
  );
  return [...new Set(texts.filter((text) => typeof text === 'string' && !text.includes('{')))] as string[];
}

/** Returns a description of each text that is cut off: the element, how the text is cut off, and the text. */
export async function findCutTexts(
  { page }: Pick<ConsolePage, 'page'>,
  fixedTexts: readonly string[],
): Promise<string[]> {
  return page.evaluate(`(${FIND})(${JSON.stringify(fixedTexts)})`) as Promise<string[]>;
}

/**
 * Script for the page. Compares the rectangle of each text with the rectangles of the elements that contain it. Stops
 * at an element that scrolls, because the user can scroll to the text. Ignores text for screen readers only.
 */
const FIND = `(fixedTexts) => {
  const isFixed = new Set(fixedTexts);
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const parent = node.parentElement;
    if (text === '' || parent.closest('.only-read, .skip-link, select, [aria-hidden=true]')) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    if (rects.length === 0) continue;
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    const top = Math.min(...rects.map((rect) => rect.top));
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    const report = (element, how) => {
      const name = element.tagName.toLowerCase() + [...element.classList].map((one) => '.' + one).join('');
      found.add(name + ' ' + how + ': ' + text.slice(0, 80));
    };
    for (let element = parent; element && element !== document.body; element = element.parentElement) {
      const style = getComputedStyle(element);
      if (style.display === 'inline' || style.display === 'contents') continue;
      const box = element.getBoundingClientRect();
      const isOutside = right > box.right + 1 || left < box.left - 1;
      const scrolls = (value) => value === 'auto' || value === 'scroll';
      if (scrolls(style.overflowX)) break;
      if (isOutside) {
        if (style.overflowX === 'visible') report(element, 'is narrower than its text');
        else if (style.textOverflow !== 'ellipsis') report(element, 'cuts its text off');
        else if (!parent.closest('[role=gridcell] button') && isFixed.has(text)) report(element, 'shortens its text');
        break;
      }
      if (style.overflowY === 'hidden' && (bottom > box.bottom + 3 || top < box.top - 3))
        report(element, 'cuts its text off at the bottom or top');
      if (scrolls(style.overflowY)) break;
      if (style.position === 'fixed') break;
    }
  }
  return [...found];
}`;
