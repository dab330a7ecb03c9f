// The printf templates of plugin rules, parsed: `"^%sarticle/v%03d/", base_url, volume`. The
// values of the arguments, and the use of the whole, are decided elsewhere.

/** Why a template, or what is made of it, cannot be used: a plain sentence that is fit for clients. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

export interface Template {
  readonly pieces: Piece[];
}
/** Text that stands for itself, or a place for the value of an argument. */
export type Piece = string | Slot;
export interface Slot extends Conversion {
  readonly argument: Argument;
}
/** `%-05.3d`: what is between the percent sign and the letter, and the letter. */
export interface Conversion {
  readonly letter: 's' | 'd' | 'x' | 'X' | 'o';
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
}
/** `url_host(to_https(base_url))`: the parameter and the functions on it, the innermost first. */
export interface Argument {
  readonly key: string;
  readonly functions: readonly string[];
}

const MAX_CHARACTERS = 16_384;
/** No URL needs more; without a bound one template could fill the memory. */
const MAX_WIDTH = 100;

/**
 * Throws TemplateError. A format is what stands between the first and the last quotation mark; without arguments behind it,
 * or without two quotation marks, text stands for itself, percent signs and all, as in LOCKSS.
 */
export function parseTemplate(source: string): Template {
  const text = source.trim();
  if (text.length > MAX_CHARACTERS) throw new TemplateError(`it is longer than ${MAX_CHARACTERS} characters`);
  // The last one: a quotation mark may stand inside a format, but in no argument.
  const [start, end] = [text.indexOf('"'), text.lastIndexOf('"')];
  if (start === end) return { pieces: [text] };
  const format = text.slice(start + 1, end);
  const given = argumentsOf(text.slice(end + 1));
  return { pieces: given.length === 0 ? [format] : piecesOf(format, given) };
}

function argumentsOf(text: string): Argument[] {
  // A comma too many, or none before the first argument, is harmless, and real plugins have them.
  const given = text.split(',').filter((argument) => argument.trim() !== '');
  return given.map(argumentOf);
}

function argumentOf(text: string): Argument {
  const functions: string[] = [];
  let rest = text.trim();
  for (let call = callOf(rest); call !== undefined; call = callOf(rest)) {
    functions.unshift(call.name);
    rest = call.inner;
  }
  if (!/^[\w.-]+$/.test(rest)) throw new TemplateError(`${JSON.stringify(text.trim())} is no argument`);
  return { key: rest, functions };
}

function callOf(text: string): { name: string; inner: string } | undefined {
  const [, name] = /^(\w+)\s*\(/.exec(text) ?? [];
  if (name === undefined || !text.endsWith(')')) return undefined;
  return { name, inner: text.slice(text.indexOf('(') + 1, -1).trim() };
}

function piecesOf(format: string, given: readonly Argument[]): Piece[] {
  const pieces: Piece[] = [];
  let next = 0;
  let from = 0;
  for (let at = format.indexOf('%'); at !== -1; at = format.indexOf('%', from)) {
    pieces.push(format.slice(from, at));
    const found = conversionAt(format, at);
    if (found.letter === '%') pieces.push('%');
    else {
      // More arguments than places are harmless, and real plugins have them.
      const argument = given[next++];
      if (argument === undefined) throw new TemplateError('it has more places than arguments');
      pieces.push({ ...found.conversion, argument });
    }
    from = found.end;
  }
  pieces.push(format.slice(from));
  return pieces.filter((piece) => piece !== '');
}

function conversionAt(
  format: string,
  at: number,
): { end: number; letter: '%' } | { end: number; letter: Conversion['letter']; conversion: Conversion } {
  const syntax = /%([-+ 0#]*)(\d*)(?:\.(\d*))?([a-zA-Z%])/y;
  syntax.lastIndex = at;
  const [found, flags = '', widthText = '', precisionText, letterText = ''] = syntax.exec(format) ?? [];
  const shown = JSON.stringify(found ?? format.slice(at, at + 5));
  if (found === undefined) throw new TemplateError(`${shown} is no printf conversion`);
  const end = at + found.length;
  if (letterText === '%') return { end, letter: '%' };
  const letter = letterText === 'i' || letterText === 'u' ? 'd' : letterText;
  if (!isLetter(letter)) throw new TemplateError(`the printf conversion ${shown} is not supported`);
  const width = Number(widthText);
  const precision = precisionText === undefined ? undefined : Number(precisionText);
  if (width > MAX_WIDTH || (precision ?? 0) > MAX_WIDTH) {
    throw new TemplateError(`the printf conversion ${shown} is wider than ${MAX_WIDTH} characters`);
  }
  return { end, letter, conversion: { letter, flags, width, precision } };
}

function isLetter(text: string): text is Conversion['letter'] {
  return /^[sdxXo]$/.test(text);
}
