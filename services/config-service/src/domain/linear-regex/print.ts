// Prints a parsed regular expression for the linear-time engine, unchanged or reversed. All groups become
// non-capturing.
import { PatternError, type RegexNode } from './tree.ts';

export function printForwards(node: RegexNode): string {
  return write(node, false);
}

/**
 * Returns an expression that matches a reversed text if and only if `node` matches the original text. Throws
 * PatternError.
 */
export function printBackwards(node: RegexNode): string {
  const { flags, rest } = leadingFlags(node);
  return flags + write(rest, true);
}

function write(node: RegexNode, reversed: boolean): string {
  switch (node.kind) {
    case 'atom':
      return node.text;
    case 'edge':
      return reversed ? otherEdge(node.text) : node.text;
    case 'sequence': {
      const texts = node.parts.map((part) => write(part, reversed));
      return (reversed ? texts.reverse() : texts).join('');
    }
    case 'choice':
      return node.options.map((option) => write(option, reversed)).join('|');
    case 'group':
      return `(?:${write(node.body, reversed)})`;
    case 'scope':
      return `(?${node.flags}:${write(node.body, reversed)})`;
    case 'repeat':
      return write(node.body, reversed) + node.times;
    case 'look': {
      const sign = node.negative ? '!' : '=';
      return `(?${node.ahead === reversed ? '<' : ''}${sign}${write(node.body, reversed)})`;
    }
    case 'flags':
      if (reversed) throw new PatternError('it has both inline flags and a lookahead');
      return `(?${node.flags})`;
    case 'reference':
      throw new PatternError(`it has a back reference (\\${node.index})`);
  }
}

function otherEdge(text: string): string {
  return { '^': '$', $: '^', '\\A': '\\z', '\\z': '\\A' }[text] ?? text;
}

/** Separates the flags at the start of the expression from the rest, to which they apply. */
function leadingFlags(node: RegexNode): { flags: string; rest: RegexNode } {
  if (node.kind !== 'sequence' || node.parts[0]?.kind !== 'flags') return { flags: '', rest: node };
  return {
    flags: `(?${node.parts[0].flags})`,
    rest: { kind: 'sequence', parts: node.parts.slice(1) },
  };
}
