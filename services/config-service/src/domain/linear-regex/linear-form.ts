// Rewrites a Java or Perl regular expression for RE2JS, which matches in linear time. Expands back references. RE2JS
// supports lookbehind but not lookahead, so an expression with lookahead is reversed and matched against reversed text.
import { RE2JS } from 're2js';
import { parseRegex } from './parse.ts';
import { printBackwards, printForwards } from './print.ts';
import { expandReferences } from './references.ts';
import { estimateWeight, PatternError, walkNodes } from './tree.ts';

export interface LinearForm {
  readonly source: string;
  readonly flags: number;
  /** True if the expression must be matched against reversed text. */
  readonly reversed: boolean;
  /** Approximate number of instructions. The matching time per character is proportional to this number. */
  readonly weight: number;
}

const MAX_WEIGHT = 10_000;

/** Rewrites an expression. Throws PatternError if that is not possible. */
export function toLinearForm(text: string): LinearForm {
  const written = parseRegex(text);
  const tree = expandReferences(written);
  const weight = estimateWeight(tree);
  if (weight > MAX_WEIGHT) throw new PatternError('it is too large when its repetitions are expanded');
  const looks = [...walkNodes(tree)].flatMap((node) => (node.kind === 'look' ? [node.ahead] : []));
  if (looks.includes(true) && looks.includes(false)) {
    throw new PatternError('it has both a lookahead and a lookbehind');
  }
  if (looks.includes(true))
    return { source: printBackwards(tree), flags: RE2JS.LOOKBEHINDS, reversed: true, weight };
  if (looks.includes(false))
    return { source: printForwards(tree), flags: RE2JS.LOOKBEHINDS, reversed: false, weight };
  return { source: tree === written ? text : printForwards(tree), flags: 0, reversed: false, weight };
}
