// Translates a regular expression for PostgreSQL, which matches in linear time only without captures, back references
// and lookarounds. Removes captures; rejects back references and lookarounds. Prints the result from the syntax tree,
// so that no text from a client reaches PostgreSQL as syntax.
import { parseRegex } from '../domain/linear-regex/parse.ts';
import { estimateWeight, PatternError, type RegexNode } from '../domain/linear-regex/tree.ts';
import { complementSet, parseCharacterClass, printForPostgres, toCharacterSet } from './match-characters.ts';

export interface MatchPattern {
  readonly source: string;
  /** True if the text must be converted to lower case before matching. */
  readonly ignoreCase: boolean;
}

const MAX_WEIGHT = 1_000;
/** Maximum number of repetitions in PostgreSQL. */
const MAX_TIMES = 255;

interface PrintOptions {
  readonly ignoreCase: boolean;
  /** True if `.` also matches line feeds. */
  readonly dotIsAll: boolean;
}

/** Translates an expression. Throws PatternError. */
export function translatePattern(text: string, ignoreCase: boolean): MatchPattern {
  const [leading, flags = ''] = /^\(\?([a-zA-Z]+)\)/.exec(text) ?? [''];
  if (/[^is]/.test(flags)) throw new PatternError(`it has unknown flags (${leading})`);
  const tree = parseRegex(text.slice(leading.length));
  if (estimateWeight(tree) > MAX_WEIGHT) {
    throw new PatternError('it is too large when its repetitions are expanded');
  }
  const writing = { ignoreCase: ignoreCase || flags.includes('i'), dotIsAll: flags.includes('s') };
  // With the prefix `***:`, PostgreSQL parses the rest as an advanced regular expression.
  return { source: `***:(?:${write(tree, writing)})`, ignoreCase: writing.ignoreCase };
}

function write(node: RegexNode, writing: PrintOptions): string {
  switch (node.kind) {
    case 'atom':
      return atom(node.text, writing);
    case 'edge':
      return node.text === '^' || node.text === '\\A' ? '^' : '$';
    case 'sequence':
      return node.parts.map((part) => write(part, writing)).join('');
    case 'choice':
      return `(?:${node.options.map((option) => write(option, writing)).join('|')})`;
    case 'group':
      return `(?:${write(node.body, writing)})`;
    case 'scope':
      if (node.flags !== '')
        throw new PatternError(`it has flags other than at its beginning (?${node.flags}:`);
      return `(?:${write(node.body, writing)})`;
    case 'repeat':
      return repeated(node.times, node.body, writing);
    case 'flags':
      throw new PatternError(`it has flags other than at its beginning (?${node.flags})`);
    case 'look':
      throw new PatternError('it has a lookahead or lookbehind, which cannot be matched in linear time');
    case 'reference':
      throw new PatternError(
        `it has a back reference (\\${node.index}), which cannot be matched in linear time`,
      );
  }
}

function atom(text: string, { ignoreCase, dotIsAll }: PrintOptions): string {
  if (text === '\\b') return '\\y';
  if (text === '\\B') return '\\Y';
  if (text === '.') return dotIsAll ? '.' : printForPostgres(complementSet(toCharacterSet('\n')));
  return printForPostgres(parseCharacterClass(text, ignoreCase));
}

/** Makes lazy quantifiers greedy, because laziness does not affect whether the text matches. */
function repeated(times: string, body: RegexNode, writing: PrintOptions): string {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(times) ?? [];
  const from = least === undefined ? (times.startsWith('+') ? 1 : 0) : Number(least);
  const to = comma === ',' ? Number(most || from) : from;
  if (Math.max(from, to) > MAX_TIMES)
    throw new PatternError(`it repeats more than ${MAX_TIMES} times (${times})`);
  if (to < from) throw new PatternError(`its repetition has a maximum below its minimum (${times})`);
  const written = write(body, writing);
  // Omits the quantifier, because PostgreSQL does not allow one after an anchor.
  if (body.kind === 'edge' || written === '\\y' || written === '\\Y') return from === 0 ? '' : written;
  if (written === '') return '';
  const plain = least === undefined ? times[0]! : `{${from}${comma}${most}}`;
  return `${written}${plain}`;
}
