// Templates filled with the values of one AU: as URLs and as names. Patterns are for url-pattern.ts.
import type { AuValues } from './au-values.ts';
import { print } from './print.ts';
import { parseTemplate, TemplateError } from './template.ts';

const MAX_URLS = 1_000;

/** A URL for each combination of the members of its sets. Throws TemplateError. */
export function renderUrls(source: string, values: AuValues): string[] {
  let urls = [''];
  for (const piece of parseTemplate(source).pieces) {
    const texts = typeof piece === 'string' ? [piece] : [];
    if (typeof piece !== 'string') {
      const value = values(piece.argument);
      if (value.kind === 'range') throw new TemplateError('a range cannot stand in a URL');
      const plain = value.kind === 'set' ? value.members : [value.plain];
      texts.push(...plain.map((one) => print(one, piece)));
    }
    if (urls.length * texts.length > MAX_URLS)
      throw new TemplateError(`it stands for more than ${MAX_URLS} URLs`);
    urls = urls.flatMap((url) => texts.map((text) => url + text));
  }
  return urls;
}

/** Renders a name; sets and ranges stand in it as they are written. Throws TemplateError. */
export function renderName(source: string, values: AuValues): string {
  const texts = parseTemplate(source).pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const value = values(piece.argument);
    return value.kind === 'plain' ? print(value.plain, piece) : value.text;
  });
  return texts.join('');
}
