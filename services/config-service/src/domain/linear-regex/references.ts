// Expands back references to groups that match only a few fixed strings: `(a|b)x\1` becomes `axa|bxb`. Other back
// references cannot be matched in linear time.
import { escapeLiteral } from './parse.ts';
import { PatternError, type RegexNode, walkNodes } from './tree.ts';

const MAX_TEXTS = 100;

/** Rewrites the expression without back references. Throws PatternError if that is not possible. */
export function expandReferences(root: RegexNode): RegexNode {
  const wanted = new Set(
    [...walkNodes(root)].flatMap((node) => (node.kind === 'reference' ? [node.index] : [])),
  );
  if (wanted.size === 0) return root;
  let choices: ReadonlyMap<number, string>[] = [new Map()];
  for (const index of wanted) {
    const texts = textsOfGroup(root, index);
    choices = choices.flatMap((chosen) => texts.map((text) => new Map([...chosen, [index, text]])));
    if (choices.length > MAX_TEXTS) throw makeReferenceError(index);
  }
  return { kind: 'choice', options: choices.map((chosen) => write(root, chosen)) };
}

/**
 * Returns the strings that a top-level group can match. Other groups might not have matched before a reference to them.
 */
function textsOfGroup(root: RegexNode, index: number): string[] {
  const parts = root.kind === 'sequence' ? root.parts : [];
  const place = parts.findIndex((part) => part.kind === 'group' && part.index === index);
  const texts = place === -1 ? undefined : textsOf(parts[place]!);
  const before = parts.slice(0, place + 1).flatMap((part) => [...walkNodes(part)]);
  if (texts === undefined || before.some((node) => node.kind === 'reference' && node.index === index)) {
    throw makeReferenceError(index);
  }
  return [...new Set(texts)];
}

function makeReferenceError(index: number): PatternError {
  return new PatternError(`it has a back reference (\\${index}), which cannot be matched in linear time`);
}

/** Returns all strings that the node can match, or undefined if there are too many or infinitely many. */
function textsOf(node: RegexNode): string[] | undefined {
  switch (node.kind) {
    case 'atom':
      return literalOf(node.text);
    case 'group':
      return textsOf(node.body);
    case 'scope':
      return node.flags === '' ? textsOf(node.body) : undefined;
    case 'choice':
      return combineTexts(node.options.map(textsOf), (all, more) => [...all, ...more], []);
    case 'sequence':
      return combineTexts(
        node.parts.map(textsOf),
        (all, more) => all.flatMap((one) => more.map((next) => one + next)),
        [''],
      );
    default:
      return undefined;
  }
}

function literalOf(text: string): string[] | undefined {
  if (/^\\[^a-zA-Z0-9]$/.test(text)) return [text.slice(1)];
  return [...text].length === 1 && text !== '.' ? [text] : undefined;
}

function combineTexts(
  parts: readonly (string[] | undefined)[],
  join: (all: string[], more: string[]) => string[],
  none: string[],
): string[] | undefined {
  let all: string[] | undefined = none;
  for (const part of parts) {
    if (all === undefined || part === undefined || all.length * part.length > MAX_TEXTS) return undefined;
    all = join(all, part);
  }
  return all !== undefined && all.length <= MAX_TEXTS ? all : undefined;
}

function write(node: RegexNode, chosen: ReadonlyMap<number, string>): RegexNode {
  const text = node.kind === 'group' || node.kind === 'reference' ? chosen.get(node.index) : undefined;
  if (text !== undefined) {
    // Encloses the text in a group, so that a quantifier after the reference applies to the whole text.
    const parts = [...text].map((one): RegexNode => ({ kind: 'atom', text: escapeLiteral(one) }));
    return { kind: 'scope', flags: '', body: { kind: 'sequence', parts } };
  }
  if (node.kind === 'sequence') return { ...node, parts: node.parts.map((part) => write(part, chosen)) };
  if (node.kind === 'choice') return { ...node, options: node.options.map((part) => write(part, chosen)) };
  return 'body' in node ? { ...node, body: write(node.body, chosen) } : node;
}
