// Extracts the metrics and labels of a PromQL expression with Prometheus' PromQL parser.
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

export interface PromqlSelector {
  readonly metric: string;
  /** Labels in the selector's matchers, and labels by which its series are grouped or joined. */
  readonly labels: readonly string[];
  readonly matchers: readonly { readonly label: string; readonly values: readonly string[] }[];
}

export type ParsedExpression = {
  readonly faults: readonly string[];
  readonly selectors: readonly PromqlSelector[];
};

export function readExpression(text: string): ParsedExpression {
  const tree = parser.parse(text);
  const faults: string[] = [];
  const selectors: PromqlSelector[] = [];
  tree.iterate({
    enter: ({ node, type }) => {
      if (type.isError) faults.push(`no PromQL at ${node.from}: ${text}`);
      if (type.name === 'VectorSelector') selectors.push(parseSelector(node, text));
    },
  });
  return { faults, selectors };
}

function parseSelector(node: SyntaxNode, text: string): PromqlSelector {
  const of = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  const identifier = node.getChild('Identifier');
  const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(
    (matcher) => ({
      label: of(matcher.getChild('LabelName')!),
      values: of(matcher.getChild('StringLiteral')!).slice(1, -1).split('|'),
    }),
  );
  const grouping: string[] = [];
  for (let parent = node.parent; parent !== null; parent = parent.parent) {
    const clause = parent.getChild('AggregateModifier') ?? parent.getChild('MatchingModifierClause');
    for (const labels of clause?.getChildren('GroupingLabels') ?? []) {
      grouping.push(...labels.getChildren('LabelName').map(of));
    }
  }
  return {
    metric: identifier === null ? '' : of(identifier),
    labels: [...new Set([...matchers.map(({ label }) => label), ...grouping])],
    matchers,
  };
}
