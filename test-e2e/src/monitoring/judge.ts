// Checks whether the services export the metrics and labels in an expression, because an alert on a missing metric
// never fires.
import { type Exposition, listLabels } from './exposition.ts';
import { type PromqlSelector, readExpression } from './promql.ts';

export interface KnownMetrics {
  readonly expositions: readonly Exposition[];
  /** Known values of the label `operation`: operationIds, and names that the services add. */
  readonly operations: readonly string[];
  /** Label values that docs/metrics.md names. */
  readonly words: ReadonlySet<string>;
}

/** Labels that Prometheus adds to every series. */
const targetLabels = ['job', 'instance'];

/** Returns a description of each unknown metric, label or label value. */
export function findExpressionFaults(expression: string, known: KnownMetrics): string[] {
  const { faults, selectors } = readExpression(expression);
  return [...faults, ...selectors.flatMap((selector) => findSelectorFaults(selector, known))];
}

/** Returns the labels of the time series that an expression selects. */
export function extractLabels(expression: string, known: KnownMetrics): Set<string> {
  const { selectors } = readExpression(expression);
  return new Set([
    ...targetLabels,
    ...selectors.flatMap(({ metric }) => findMetricLabels(metric, known) ?? []),
  ]);
}

function findSelectorFaults({ metric, labels, matchers }: PromqlSelector, known: KnownMetrics): string[] {
  const has = findMetricLabels(metric, known);
  if (has === undefined) return [`no program exports ${metric || 'a metric without a name'}`];
  const unknown = labels.filter((label) => !has.includes(label) && !targetLabels.includes(label));
  const odd = matchers.flatMap(({ label, values }) =>
    values.filter((value) => !isValue(label, value, known)).map((value) => `${label}="${value}"`),
  );
  return [
    ...unknown.map((label) => `${metric} has no ${label}`),
    ...odd.map((one) => `${metric} is never ${one}`),
  ];
}

function isValue(label: string, value: string, { operations, words }: KnownMetrics): boolean {
  if (value === '$instance') return label === 'instance';
  if (label === 'status' && /^[1-5](?:\d\d|\.\.)$/.test(value)) return true;
  return operations.includes(value) || words.has(value);
}

function findMetricLabels(name: string, { expositions }: KnownMetrics): string[] | undefined {
  if (name === 'up') return [];
  const base = name.replace(/_(?:bucket|sum|count)$/, '');
  const found = expositions.flatMap((exposition) => {
    const plain = exposition.get(name);
    const histogram = exposition.get(base);
    if (plain !== undefined && plain.type !== 'histogram') return [listLabels(plain)];
    if (histogram?.type !== 'histogram' || base === name) return [];
    return [[...listLabels(histogram), ...(name.endsWith('_bucket') ? ['le'] : [])]];
  });
  return found.length === 0 ? undefined : found.flat();
}
