// Parses Java's properties format, with comments, continuation lines, escape sequences and three kinds of separators.
import { EntryGrouper } from './common/entries.ts';
import { applyDefaultLimits, type PropertyReader } from './common/property-reader.ts';
import { BadConfigurationError, type ConfigurationReadOptions, type Property } from './common/types.ts';

export function createPropertiesReader(
  options: Pick<ConfigurationReadOptions, 'limits' | 'entriesUnder' | 'names'>,
): PropertyReader {
  const limits = applyDefaultLimits(options);
  const isStrict = options.names !== 'any';
  const entries = new EntryGrouper(options.entriesUnder);
  let found: Property[] = [];
  let rest = '';
  let line = 0;
  /** Start of a logical line that continues on the next line, without the backslash at the end. */
  let begun: { text: string; readonly line: number } | undefined;

  const fault = (message: string, at = line): BadConfigurationError =>
    new BadConfigurationError(message, at, 1);

  function takeLine(natural: string): void {
    line += 1;
    const text = removeIndent(natural);
    if (isStrict && line === 1 && /^\uFEFF?#!/.test(natural))
      throw fault('the file begins with "#!": it is a script, not properties');
    if (begun === undefined && (text === '' || text[0] === '#' || text[0] === '!')) return;
    const continues = endsInBackslash(text);
    begun ??= { text: '', line };
    begun.text += continues ? text.slice(0, -1) : text;
    if (begun.text.length > limits.valueLength) throw tooLong();
    if (!continues) takeLogical();
  }

  function takeLogical(): void {
    const { text, line: at } = begun!;
    begun = undefined;
    if (text === '') return;
    const { rawKey, separator, rawValue } = splitLine(text);
    const plain = (raw: string): string => resolveEscapes(raw, (message) => fault(message, at));
    const key = plain(rawKey);
    if (key.length > limits.keyLength)
      throw fault(`a name is longer than ${limits.keyLength} characters`, at);
    const wrong = isStrict ? findNameFault(key, separator) : undefined;
    if (wrong !== undefined) throw fault(wrong, at);
    const entry = entries.of(key, at);
    found.push({ key, value: plain(rawValue), line: at, ...(entry === undefined ? {} : { entry }) });
  }

  const tooLong = (): BadConfigurationError =>
    fault(`a line is longer than ${limits.valueLength} characters`);

  return {
    write(text) {
      rest += text;
      let start = 0;
      for (let end = findLineEnd(rest, 0); end !== undefined; end = findLineEnd(rest, start)) {
        takeLine(rest.slice(start, end.at));
        start = end.next;
      }
      rest = rest.slice(start);
      if (rest.length > limits.valueLength) {
        line += 1;
        throw tooLong();
      }
    },
    end() {
      if (rest !== '') takeLine(rest.endsWith('\r') ? rest.slice(0, -1) : rest);
      rest = '';
      if (begun !== undefined) takeLogical();
    },
    take() {
      const taken = found;
      found = [];
      return taken;
    },
    place: () => ({ line: line + 1, column: 1 }),
  };
}

const LINE_ENDS = /\r\n?|\n/g;

/**
 * Returns the position of the next line break. Returns undefined if there is none. Also returns undefined for a
 * carriage return at the end of the text, because a line feed may follow.
 */
function findLineEnd(text: string, start: number): { at: number; next: number } | undefined {
  LINE_ENDS.lastIndex = start;
  const found = LINE_ENDS.exec(text);
  if (found === null || (found[0] === '\r' && LINE_ENDS.lastIndex === text.length)) return undefined;
  return { at: found.index, next: LINE_ENDS.lastIndex };
}

function removeIndent(text: string): string {
  let start = 0;
  while (isBlank(text, start)) start += 1;
  return start === 0 ? text : text.slice(start);
}

function endsInBackslash(text: string): boolean {
  let count = 0;
  while (text[text.length - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}

function splitLine(text: string): { rawKey: string; separator: string; rawValue: string } {
  let end = 0;
  while (end < text.length && text[end] !== '=' && text[end] !== ':' && !isBlank(text, end)) {
    end += text[end] === '\\' ? 2 : 1;
  }
  let start = end;
  while (isBlank(text, start)) start += 1;
  if (text[start] === '=' || text[start] === ':') start += 1;
  while (isBlank(text, start)) start += 1;
  return {
    rawKey: text.slice(0, end),
    separator: text.slice(end, start).trim(),
    rawValue: text.slice(start),
  };
}

function isBlank(text: string, at: number): boolean {
  const char = text[at];
  return char === ' ' || char === '\t' || char === '\f';
}

const ESCAPES = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
]);

/** Resolves escape sequences. Throws the error that `fault` creates from a message. */
function resolveEscapes(text: string, fault: (message: string) => Error): string {
  if (text.includes('\0')) throw fault('the character U+0000 cannot be part of a property');
  if (!text.includes('\\')) return text;
  // Ignores a single backslash at the end of the text.
  const made = text.replace(/\\(u([0-9A-Fa-f]{4})?|[\s\S]|$)/g, (_whole, what: string, code?: string) => {
    if (what[0] !== 'u') return ESCAPES.get(what) ?? what;
    if (code === undefined) throw fault('\\u must be followed by four hexadecimal digits');
    if (code === '0000') throw fault('the character U+0000 cannot be part of a property');
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  if (!made.isWellFormed()) throw fault('a \\u escape gives half a character (a lone surrogate)');
  return made;
}

/**
 * Prefix of LOCKSS property names. Java accepts almost any text as properties. Only the names distinguish properties
 * from JSON, YAML, CSV, scripts, title databases and plain text, so names are checked.
 */
const LOCKSS = 'org.lockss.';
/** Prefixes that may be followed by any characters, because the names contain AUIDs or titles. */
const freeText = ['org.lockss.au.', 'org.lockss.title.', 'org.lockss.titleSet.'];
const PART = String.raw`[\p{L}\p{N}_$|~&%+*:@/-]+`;
const DOTTED_NAME = new RegExp(String.raw`^[\p{L}_][\p{L}\p{N}_-]*(?:\.${PART})+$`, 'u');

/**
 * Returns an error message for an invalid name, otherwise undefined. `separator` is `=`, `:`, or empty if white space
 * separates name and value.
 */
function findNameFault(name: string, separator: string): string | undefined {
  if (freeText.some((prefix) => name.length > prefix.length && name.startsWith(prefix))) return undefined;
  if (!DOTTED_NAME.test(name))
    return `${quoteName(name)} is not a dotted name such as org.lockss.x: this is not a properties file`;
  // Rejects text such as "www.example.org is down", which Java accepts as a property.
  if (separator === '' && !name.startsWith(LOCKSS))
    return `there is no "=" after ${quoteName(name)}: this is not a properties file`;
  return undefined;
}

const quoteName = (name: string): string => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
