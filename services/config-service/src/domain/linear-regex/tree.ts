// The parts of a regular expression as Java and Perl write it, as far as they matter for rewriting it.

/** Why an expression cannot be had in linear time: a plain sentence that begins with it. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

export type Node =
  /** One character, escape or class, `.`, `\b` or `\B`: the same read from either side. */
  | { readonly kind: 'atom'; readonly text: string }
  /** `^` and `\A`; `$`, `\z` and `\Z`. */
  | { readonly kind: 'edge'; readonly text: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  /** Capturing; the index counts from 1. */
  | { readonly kind: 'group'; readonly index: number; readonly name: string | undefined; readonly body: Node }
  /** `(?:…)`, `(?i:…)`. */
  | { readonly kind: 'scope'; readonly flags: string; readonly body: Node }
  /** `(?i)`: for what follows it. */
  | { readonly kind: 'flags'; readonly flags: string }
  /** `times` as written: `*`, `+?`, `{2,3}`. */
  | { readonly kind: 'repeat'; readonly times: string; readonly most: number; readonly body: Node }
  /** `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`. */
  | { readonly kind: 'look'; readonly ahead: boolean; readonly negative: boolean; readonly body: Node }
  /** `\1`. */
  | { readonly kind: 'reference'; readonly index: number };

function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'sequence') return node.parts;
  if (node.kind === 'choice') return node.options;
  return 'body' in node ? [node.body] : [];
}

/** The node itself, then everything in it. */
export function* allOf(node: Node): Generator<Node, void, undefined> {
  yield node;
  for (const child of childrenOf(node)) yield* allOf(child);
}

/** About how many instructions it compiles to: repetitions are written out. */
export function weightOf(node: Node): number {
  const below = childrenOf(node).reduce((sum, child) => sum + weightOf(child), 0);
  return 1 + below * (node.kind === 'repeat' ? Math.max(1, node.most) : 1);
}
