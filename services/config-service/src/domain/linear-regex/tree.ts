// Syntax tree of a Java or Perl regular expression, with only the details that are needed to rewrite the expression.

/**
 * Thrown if the expression cannot be used. The message is a clause whose subject is "it", such as "it has a back
 * reference".
 */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

export type RegexNode =
  /** Character, escape, character class, `.`, `\b` or `\B`. Its text is not changed when the expression is reversed. */
  | { readonly kind: 'atom'; readonly text: string }
  /** Anchors: `^`, `\A`, `$`, `\z` and `\Z`. */
  | { readonly kind: 'edge'; readonly text: string }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  /** Capturing group. The index starts at 1. */
  | {
      readonly kind: 'group';
      readonly index: number;
      readonly name: string | undefined;
      readonly body: RegexNode;
    }
  /** Non-capturing groups: `(?:…)` and `(?i:…)`. */
  | { readonly kind: 'scope'; readonly flags: string; readonly body: RegexNode }
  /** Flags for the rest of the expression: `(?i)`. */
  | { readonly kind: 'flags'; readonly flags: string }
  /** Repetition. `times` is the quantifier as written: `*`, `+?`, `{2,3}`. */
  | { readonly kind: 'repeat'; readonly times: string; readonly most: number; readonly body: RegexNode }
  /** Lookahead and lookbehind: `(?=…)`, `(?!…)`, `(?<=…)` and `(?<!…)`. */
  | { readonly kind: 'look'; readonly ahead: boolean; readonly negative: boolean; readonly body: RegexNode }
  /** Back reference, such as `\1`. */
  | { readonly kind: 'reference'; readonly index: number };

function childrenOf(node: RegexNode): readonly RegexNode[] {
  if (node.kind === 'sequence') return node.parts;
  if (node.kind === 'choice') return node.options;
  return 'body' in node ? [node.body] : [];
}

/** Yields the node, then its descendants. */
export function* walkNodes(node: RegexNode): Generator<RegexNode, void, undefined> {
  yield node;
  for (const child of childrenOf(node)) yield* walkNodes(child);
}

/** Returns the approximate number of instructions when repetitions are expanded. */
export function estimateWeight(node: RegexNode): number {
  const below = childrenOf(node).reduce((sum, child) => sum + estimateWeight(child), 0);
  return 1 + below * (node.kind === 'repeat' ? Math.max(1, node.most) : 1);
}
