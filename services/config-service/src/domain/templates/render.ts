// Fills templates with the parameters of an AU to create URLs and names. url-pattern.ts creates patterns.
import type { AuValues } from './au-values.ts';
import { printValue } from './print.ts';
import { parseTemplate, TemplateError, type TemplateSlot } from './template.ts';
import type { TemplateValue, ValueRange } from './value.ts';

const MAX_URLS = 1_000;
/** Maximum number of values in a range. As in LOCKSS, further values are ignored. */
const MAX_RANGE_NUMBERS = 101n;

/**
 * Renders a URL for each combination of set elements and range numbers. As in LOCKSS, the first set or range varies
 * fastest. Throws TemplateError.
 */
export function renderUrls(source: string, values: AuValues): string[] {
  let urls = [''];
  for (const piece of parseTemplate(source).pieces.reverse()) {
    const texts = typeof piece === 'string' ? [piece] : textsOf(piece, values);
    if (urls.length * texts.length > MAX_URLS)
      throw new TemplateError(`it stands for more than ${MAX_URLS} URLs`);
    urls = urls.flatMap((url) => texts.map((text) => text + url));
  }
  return urls;
}

function textsOf(slot: TemplateSlot, values: AuValues): string[] {
  const value = values(slot.argument);
  if (value.kind === 'plain') return [printValue(value.plain, slot)];
  const members = value.kind === 'set' ? value.members : numbersOf(value);
  return members.map((one) => printValue(one, slot));
}

function numbersOf({ min, max, numeric }: ValueRange): bigint[] {
  if (!numeric) throw new TemplateError('a range of text cannot stand in a URL');
  const [first, last] = [BigInt(min), BigInt(max)];
  const length = last - first + 1n < MAX_RANGE_NUMBERS ? last - first + 1n : MAX_RANGE_NUMBERS;
  return Array.from({ length: Number(length) }, (_, index) => first + BigInt(index));
}

/** Renders a name. Formats sets as `a, b, c` and ranges as `a-b`. Throws TemplateError. */
export function renderName(source: string, values: AuValues): string {
  const texts = parseTemplate(source).pieces.map((piece) =>
    typeof piece === 'string' ? piece : printValue(namedText(values(piece.argument)), piece),
  );
  return texts.join('');
}

function namedText(value: TemplateValue): string | bigint {
  if (value.kind === 'plain') return value.plain;
  if (value.kind === 'set') return value.members.join(', ');
  const { min, max, numeric } = value;
  return numeric ? `${BigInt(min)}-${BigInt(max)}` : `${min}-${max}`;
}
