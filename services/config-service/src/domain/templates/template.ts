// Parses the printf templates of plugin rules, such as `"^%sarticle/v%03d/", base_url, volume`.

/** Thrown if a template or its result cannot be used. The message may be sent to clients. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

export interface Template {
  readonly pieces: TemplatePiece[];
}
/** Literal text, or a conversion of an argument. */
export type TemplatePiece = string | TemplateSlot;
export interface TemplateSlot extends FormatConversion {
  readonly argument: TemplateArgument;
}
/** A conversion such as `%-05.3d`: flags, width, precision and letter. */
export interface FormatConversion {
  readonly letter: 's' | 'd' | 'x' | 'X' | 'o';
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
}
/**
 * An argument such as `url_host(to_https(base_url))`: a parameter, and the functions applied to it, innermost first.
 */
export interface TemplateArgument {
  readonly key: string;
  readonly functions: readonly string[];
}

const MAX_CHARACTERS = 16_384;
/** Maximum width and precision. Without a limit, one template could exhaust the memory. */
const MAX_WIDTH = 100;

/**
 * Parses a template. The format is the text between the first and the last quotation mark, or the whole text if there
 * are fewer than two. As in LOCKSS, a format without arguments is literal text, including percent signs. Throws
 * TemplateError.
 */
export function parseTemplate(source: string): Template {
  const text = source.trim();
  if (text.length > MAX_CHARACTERS) throw new TemplateError(`it is longer than ${MAX_CHARACTERS} characters`);
  // A format may contain quotation marks but arguments may not, so the last quotation mark ends the format.
  const [start, end] = [text.indexOf('"'), text.lastIndexOf('"')];
  if (start === end) return { pieces: [text] };
  const format = text.slice(start + 1, end);
  const given = argumentsOf(text.slice(end + 1));
  return { pieces: given.length === 0 ? [format] : piecesOf(format, given) };
}

function argumentsOf(text: string): TemplateArgument[] {
  // Ignores superfluous commas and a missing comma before the first argument, which occur in published plugins.
  const given = text.split(',').filter((argument) => argument.trim() !== '');
  return given.map(argumentOf);
}

function argumentOf(text: string): TemplateArgument {
  const functions: string[] = [];
  let rest = text.trim();
  for (let call = callOf(rest); call !== undefined; call = callOf(rest)) {
    functions.unshift(call.name);
    rest = call.inner;
  }
  if (!/^[\w.-]+$/.test(rest)) throw new TemplateError(`${JSON.stringify(text.trim())} is not an argument`);
  return { key: rest, functions };
}

function callOf(text: string): { name: string; inner: string } | undefined {
  const [, name] = /^(\w+)\s*\(/.exec(text) ?? [];
  if (name === undefined || !text.endsWith(')')) return undefined;
  return { name, inner: text.slice(text.indexOf('(') + 1, -1).trim() };
}

function piecesOf(format: string, given: readonly TemplateArgument[]): TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let next = 0;
  let from = 0;
  for (let at = format.indexOf('%'); at !== -1; at = format.indexOf('%', from)) {
    pieces.push(format.slice(from, at));
    const found = conversionAt(format, at);
    if (found.letter === '%') pieces.push('%');
    else {
      // Ignores arguments without a conversion, which occur in published plugins.
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
):
  | { end: number; letter: '%' }
  | { end: number; letter: FormatConversion['letter']; conversion: FormatConversion } {
  const syntax = /%([-+ 0#]*)(\d*)(?:\.(\d*))?([a-zA-Z%])/y;
  syntax.lastIndex = at;
  const [found, flags = '', widthText = '', precisionText, letterText = ''] = syntax.exec(format) ?? [];
  const shown = JSON.stringify(found ?? format.slice(at, at + 5));
  if (found === undefined) throw new TemplateError(`${shown} is not a printf conversion`);
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

function isLetter(text: string): text is FormatConversion['letter'] {
  return /^[sdxXo]$/.test(text);
}
