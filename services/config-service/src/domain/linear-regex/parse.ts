// Parses a Java or Perl regular expression. Throws PatternError for constructs that cannot be rewritten. Ignores some
// other syntax errors, which the engine reports when it compiles the result.
import { PatternError, type RegexNode } from './tree.ts';

const MAX_DEPTH = 200;

interface Reader {
  readonly text: string;
  at: number;
  groups: number;
  depth: number;
}

/** Parses a regular expression. Throws PatternError. */
export function parseRegex(text: string): RegexNode {
  const reader: Reader = { text, at: 0, groups: 0, depth: 0 };
  const node = readChoice(reader);
  if (reader.at < text.length) throw new PatternError('it has an unmatched closing parenthesis');
  return node;
}

function readChoice(reader: Reader): RegexNode {
  const options = [readSequence(reader)];
  while (skipCharacter(reader, '|')) options.push(readSequence(reader));
  return options.length === 1 ? options[0]! : { kind: 'choice', options };
}

function readSequence(reader: Reader): RegexNode {
  const parts: RegexNode[] = [];
  while (reader.at < reader.text.length && !/[|)]/.test(reader.text[reader.at]!)) {
    parts.push(...readRepeated(reader));
  }
  return { kind: 'sequence', parts };
}

function readRepeated(reader: Reader): RegexNode[] {
  const nodes = readOne(reader);
  const found = matchSyntax(reader, /(?:[*+?]|\{(\d+)(?:,(\d*))?\})([?+]?)/y);
  if (found === undefined) return nodes;
  const [times, least, most, mode] = found;
  if (mode === '+')
    throw new PatternError(
      `it has a possessive quantifier (${times}), which cannot be matched in linear time`,
    );
  const last = nodes.pop();
  if (last === undefined) throw new PatternError(`it has a quantifier without an operand (${times})`);
  return [...nodes, { kind: 'repeat', times: times!, most: Number(most || least || 1), body: last }];
}

/**
 * Reads one item. Quoted text (`\Q…\E`) becomes several nodes, and a quantifier after the quoted text applies only to
 * the last node.
 */
function readOne(reader: Reader): RegexNode[] {
  const character = reader.text[reader.at]!;
  if (character === '(') return [readParenthesis(reader)];
  if (character === '\\') return readEscape(reader);
  if (character === '[') return [readClass(reader)];
  if (/[*+?]/.test(character))
    throw new PatternError(`it has a quantifier without an operand (${character})`);
  const [text] = matchSyntax(reader, /./suy)!;
  return [text === '^' || text === '$' ? { kind: 'edge', text } : { kind: 'atom', text: text! }];
}

function readParenthesis(reader: Reader): RegexNode {
  const [opening = '', name, look, flags, end] =
    matchSyntax(reader, /\((?:\?P?<(\w+)>|\?(<?[=!])|\?([a-zA-Z-]*)([:)])|(?!\?))/y) ?? [];
  if (opening === '') throw new PatternError(refusalOf(reader.text.slice(reader.at, reader.at + 3)));
  if (end === ')') return { kind: 'flags', flags: flags! };
  const index = look === undefined && end === undefined ? ++reader.groups : 0;
  if (++reader.depth > MAX_DEPTH) throw new PatternError(`it is nested more than ${MAX_DEPTH} deep`);
  const body = readChoice(reader);
  reader.depth--;
  if (!skipCharacter(reader, ')')) throw new PatternError('it has an unmatched opening parenthesis');
  if (look !== undefined) {
    return { kind: 'look', ahead: !look.startsWith('<'), negative: look.endsWith('!'), body };
  }
  return end === ':' ? { kind: 'scope', flags: flags!, body } : { kind: 'group', index, name, body };
}

function refusalOf(beginning: string): string {
  return beginning === '(?>'
    ? 'it has an atomic group ((?>), which cannot be matched in linear time'
    : `it has a group of a kind that is not supported (${beginning})`;
}

function readEscape(reader: Reader): RegexNode[] {
  const quoted = matchSyntax(reader, /\\Q(.*?)(?:\\E|$)/sy);
  if (quoted !== undefined)
    return [...quoted[1]!].map((text) => ({ kind: 'atom', text: escapeLiteral(text) }));
  const reference = matchSyntax(reader, /\\([1-9]\d?)/y);
  if (reference !== undefined) return [{ kind: 'reference', index: Number(reference[1]) }];
  const edge = matchSyntax(reader, /\\[AzZ]/y);
  if (edge !== undefined) return [{ kind: 'edge', text: edge[0]!.replace('Z', 'z') }];
  const [text] = matchSyntax(reader, /\\(?:[pP]\{\^?\w*\}|x\{[\da-fA-F]*\}|x[\da-fA-F]{2}|[pP]?.)/suy) ?? [];
  if (text === undefined) throw new PatternError('it ends with a backslash');
  return [{ kind: 'atom', text }];
}

/** Reads a character class. As in Perl, `[` is an ordinary character inside a class. */
function readClass(reader: Reader): RegexNode {
  const syntax = /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/sy;
  const [text] = matchSyntax(reader, syntax) ?? [];
  if (text === undefined) throw new PatternError('it has an unmatched opening bracket');
  if (text.includes('&&')) throw new PatternError('it has an intersection of character classes (&&)');
  return { kind: 'atom', text };
}

export function escapeLiteral(character: string): string {
  return /[\\^$.*+?()[\]{}|]/.test(character) ? `\\${character}` : character;
}

function matchSyntax(reader: Reader, syntax: RegExp): (string | undefined)[] | undefined {
  syntax.lastIndex = reader.at;
  const found = syntax.exec(reader.text);
  if (found === null) return undefined;
  reader.at += found[0].length;
  return [...found];
}

function skipCharacter(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at++;
  return true;
}
