// Parses `srcset` as HTML does, and sorts its candidates by preference.

interface SrcsetCandidate {
  readonly url: string;
  readonly width?: number;
  readonly density?: number;
}

/** Image that an element may show. The descriptor determines the displayed size, for example `2x` or `800w`. */
export interface ImageCandidate {
  readonly url: string;
  readonly descriptor?: string;
  /** Value of `sizes` for a candidate with a width. */
  readonly sizes?: string;
}

/** Maximum useful width of an image in the console, in pixels. */
const PREFERRED_WIDTH = 1_600;
const MAX_CANDIDATES = 100;

/**
 * Returns the candidates of a `srcset`, the preferred one first: the widest image up to 1,600 pixels, or the density
 * closest to 1. `src`: URL that counts as a candidate of density 1 if no other candidate has this density or a width.
 */
export function rankSrcset(
  text: string,
  { src, sizes }: { src?: string; sizes?: string } = {},
): ImageCandidate[] {
  const parsed = parseSrcset(text);
  const hasSource = parsed.some(({ width, density = 1 }) => width !== undefined || density === 1);
  const all = parsed.length === 0 || hasSource || src === undefined ? parsed : [...parsed, { url: src }];
  return all
    .map((candidate) => ({ candidate, cost: costOf(candidate) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ candidate }) => describeCandidate(candidate, sizes));
}

function describeCandidate(
  { url, width, density }: SrcsetCandidate,
  sizes: string | undefined,
): ImageCandidate {
  if (width !== undefined) return { url, descriptor: `${width}w`, ...(sizes !== undefined && { sizes }) };
  return density === undefined || density === 1 ? { url } : { url, descriptor: `${density}x` };
}

/**
 * Returns the cost of a candidate. Lower is better. Images wider than the preferred width come last, the smallest
 * first.
 */
function costOf({ width, density = 1 }: SrcsetCandidate): number {
  if (width === undefined) return Math.abs(density - 1);
  return width <= PREFERRED_WIDTH ? PREFERRED_WIDTH - width : PREFERRED_WIDTH + width;
}

const SPACE = /[\t\n\f\r ]/;

/** HTML, "parse a srcset attribute". Returns the valid candidates in the order of the text. */
export function parseSrcset(text: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = [];
  let at = 0;
  while (candidates.length < MAX_CANDIDATES) {
    while (at < text.length && (SPACE.test(text[at]!) || text[at] === ',')) at++;
    if (at >= text.length) break;
    const start = at;
    while (at < text.length && !SPACE.test(text[at]!)) at++;
    const word = text.slice(start, at);
    const url = word.slice(0, findEndWithoutCommas(word));
    // A comma directly after the URL ends the candidate, so that it has no descriptors.
    const descriptors = word.endsWith(',') ? { words: [], end: at } : readDescriptors(text, at);
    at = descriptors.end;
    const size = parseDescriptors(descriptors.words);
    if (size && url !== '') candidates.push({ url, ...size });
  }
  return candidates;
}

/** Returns the length of the word without the commas at its end. A regular expression would take quadratic time. */
function findEndWithoutCommas(word: string): number {
  let end = word.length;
  while (end > 0 && word[end - 1] === ',') end--;
  return end;
}

/** Reads the words up to the next comma outside parentheses. */
function readDescriptors(text: string, from: number): { words: string[]; end: number } {
  let depth = 0;
  let end = from;
  for (; end < text.length; end++) {
    if (text[end] === '(') depth++;
    else if (text[end] === ')') depth = Math.max(0, depth - 1);
    else if (text[end] === ',' && depth === 0) break;
  }
  const words = text.slice(from, end).split(/[\t\n\f\r ]+/);
  return { words: words.filter((word) => word !== ''), end: end + 1 };
}

/** Returns undefined if the descriptors are invalid. The candidate is then ignored. */
function parseDescriptors(words: readonly string[]): { width?: number; density?: number } | undefined {
  const size: { width?: number; density?: number } = {};
  for (const word of words) {
    if (/^\d+w$/.test(word) && size.width === undefined && size.density === undefined) {
      size.width = Number.parseInt(word, 10);
      if (size.width === 0) return undefined;
    } else if (
      /^\d*\.?\d+(?:e[+-]?\d+)?x$/i.test(word) &&
      size.density === undefined &&
      size.width === undefined
    ) {
      size.density = Number.parseFloat(word);
    } else if (!/^\d+h$/.test(word)) {
      return undefined;
    }
  }
  return size;
}
