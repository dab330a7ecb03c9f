// Compares pages as pywb and Holdfast show them, and writes their screenshots.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { ConsoleNode } from '../../console-node.ts';
import type { ChosenPage } from './choose-pages.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { findLackingWords, type PageFacts } from './page-facts.ts';
import { HoldfastViews, type PywbView, PywbViews, type ShownResource } from './page-views.ts';
import { PictureComparison } from './picture-difference.ts';
import type { PywbArchives } from './pywb-archives.ts';

export interface ViewCounts {
  readonly images: number;
  readonly rules: number;
  readonly fonts: number;
  readonly words: number;
}

export interface PageComparison {
  readonly name: string;
  /** File names of the screenshots: pywb without scripts, pywb with scripts, Holdfast. */
  readonly pictures: readonly string[];
  readonly pywb: ViewCounts;
  readonly withScripts: ViewCounts;
  readonly holdfast: ViewCounts;
  /** Fraction of pixels that differ between pywb without scripts and Holdfast. */
  readonly difference: number;
  /** Content that pywb shows without scripts and Holdfast does not show. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

/** Shows each page in the three views. `report` is called after each page. */
export async function comparePages(
  { browser, node, archives }: { browser: Browser; node: ConsoleNode; archives: PywbArchives },
  pages: readonly ChosenPage[],
  folder: string,
  report: (comparison: PageComparison) => void,
): Promise<void> {
  const [plain, scripted] = [false, true].map((scripts) => new PywbViews(browser, { scripts })) as [
    PywbViews,
    PywbViews,
  ];
  const holdfastViews = await HoldfastViews.open(browser, node);
  const pictureComparison = new PictureComparison(browser);
  for (const [at, page] of pages.entries()) {
    const url = archives.makeUrl(page);
    const [pywb, withScripts] = [await plain.show(url), await scripted.show(url)];
    const holdfast = await holdfastViews.show(page.uuid);
    const stem = `${String(at + 1).padStart(2, '0')}-${makeFileStem(page.url)}`;
    const pictures = ['pywb', 'pywb-scripts', 'holdfast'].map((view) => `${stem}-${view}.png`);
    for (const [which, { picture }] of [pywb, withScripts, holdfast].entries())
      await writeFile(join(folder, pictures[which]!), picture);
    const lacking = pywb.resources.filter(({ digest }) => !holdfast.digests.has(digest));
    const faults = [
      ...findFaults(pywb, holdfast.facts),
      ...lacking.filter(({ isChosen }) => !isChosen).map(describeResource),
    ];
    const known = KNOWN_DIFFERENCES[page.url];
    const lackingWords = findLackingWords(pywb.facts.words, holdfast.facts.words);
    const furtherWords = findLackingWords(holdfast.facts.words, pywb.facts.words);
    report({
      ...{ name: `${page.timestamp} ${page.url}`, pictures },
      ...{ pywb: count(pywb.facts), withScripts: count(withScripts.facts), holdfast: count(holdfast.facts) },
      difference: await pictureComparison.measure(pywb.picture, holdfast.picture),
      faults: known === undefined ? faults : [],
      notes: [
        ...(known === undefined ? [] : [`known difference: ${known}`, ...faults]),
        ...lacking.filter(({ isChosen }) => isChosen).map(({ url: of }) => `another size than ${of}`),
        ...describeWords('only pywb has the words', lackingWords),
        ...describeWords('only Holdfast has the words', furtherWords),
        ...(pywb.facts.height === holdfast.facts.height
          ? []
          : [`height ${pywb.facts.height} and ${holdfast.facts.height} pixels`]),
      ],
    });
  }
}

function findFaults({ facts: pywb }: PywbView, holdfast: PageFacts): string[] {
  const faults: string[] = [];
  if (holdfast.images < pywb.images) faults.push(`shows ${holdfast.images} of ${pywb.images} images`);
  if (holdfast.rules < pywb.rules) faults.push(`applies ${holdfast.rules} of ${pywb.rules} style rules`);
  const fonts = findLackingWords(pywb.fonts, holdfast.fonts);
  if (fonts.length > 0) faults.push(`lacks the fonts ${fonts.join(', ')}`);
  return faults;
}

const describeResource = ({ kind, url }: ShownResource): string => `lacks the ${kind} ${url}`;

const MAX_WORDS = 12;

function describeWords(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  return [`${text} (${words.length}): ${words.slice(0, MAX_WORDS).join(' ')}`];
}

function count({ images, rules, fonts, words }: PageFacts): ViewCounts {
  return { images, rules, fonts: fonts.length, words: words.length };
}

function makeFileStem(url: string): string {
  return url
    .replace(/^https?:\/\//, '')
    .replaceAll(/[^a-z0-9.]+/gi, '-')
    .slice(0, 50);
}
