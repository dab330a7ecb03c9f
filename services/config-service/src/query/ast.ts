// Syntax tree of a query, before names and types are resolved.

export interface ParsedQuery {
  /** Selected items. Undefined for `*`. */
  readonly select: readonly SelectedItem[] | undefined;
  readonly where: Expression | undefined;
  readonly groupBy: readonly QueryName[];
  readonly having: Expression | undefined;
  readonly orderBy: readonly OrderItem[];
  readonly limit: LimitClause | undefined;
}

export interface SelectedItem {
  readonly is: QueryName | Aggregate;
  /** Name after AS. Only aggregates can have one. */
  readonly as: QueryName | undefined;
}

export interface OrderItem {
  readonly by: Expression;
  readonly descending: boolean;
}

export interface LimitClause {
  /** Number of rows to skip. */
  readonly skipped: number;
  readonly rows: number;
}

export interface QueryName {
  readonly kind: 'name';
  /** Name of a property or of one of its fields, with dots as separators. */
  readonly name: string;
  readonly at: number;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export interface Comparison {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly ignoreCase: boolean;
  readonly left: Expression;
  readonly right: Expression;
  readonly at: number;
}

/** Fields shared by LIKE, MATCHES, IN and BETWEEN conditions. */
interface ConditionFields {
  readonly negated: boolean;
  readonly ignoreCase: boolean;
  readonly operand: Expression;
  readonly at: number;
}

export interface LikeCondition extends ConditionFields {
  readonly kind: 'like';
  readonly pattern: Expression;
  /** Text after ESCAPE. */
  readonly escape: { readonly value: string; readonly at: number } | undefined;
}

export interface MatchesCondition extends ConditionFields {
  readonly kind: 'matches';
  readonly pattern: Expression;
}

export interface InCondition extends ConditionFields {
  readonly kind: 'in';
  /** Items of the IN list. If `isBare` is true (no parentheses), the only item must be a list property. */
  readonly items: readonly Expression[];
  readonly isBare: boolean;
}

export interface BetweenCondition extends ConditionFields {
  readonly kind: 'between';
  readonly low: Expression;
  readonly high: Expression;
}

export interface FunctionCall {
  readonly kind: 'call';
  /** Name of the function in lower case. */
  readonly function: string;
  readonly args: readonly Expression[];
  readonly at: number;
}

export type AggregateFunction = 'count' | 'sum' | 'min' | 'max' | 'avg';

export interface Aggregate {
  readonly kind: 'aggregate';
  readonly function: AggregateFunction;
  readonly distinct: boolean;
  /** Operand of the aggregate. Undefined for count(*). */
  readonly operand: Expression | undefined;
  readonly at: number;
}

export interface Arithmetic {
  readonly kind: 'arithmetic';
  readonly operator: ArithmeticOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly at: number;
}

export type Literal =
  | { readonly kind: 'text'; readonly value: string; readonly at: number }
  | { readonly kind: 'number'; readonly digits: string; readonly at: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: number }
  | { readonly kind: 'null'; readonly at: number };

export type Expression =
  | Literal
  | QueryName
  | FunctionCall
  | Aggregate
  | Arithmetic
  | Comparison
  | LikeCondition
  | MatchesCondition
  | InCondition
  | BetweenCondition
  | { readonly kind: 'minus' | 'plus' | 'not'; readonly operand: Expression; readonly at: number }
  | {
      readonly kind: 'isNull';
      readonly negated: boolean;
      readonly operand: Expression;
      readonly at: number;
    }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[]; readonly at: number };

export function containsAggregate(expression: Expression): boolean {
  return expression.kind === 'aggregate' || partsOf(expression).some(containsAggregate);
}

function partsOf(one: Expression): readonly Expression[] {
  switch (one.kind) {
    case 'call':
      return one.args;
    case 'and':
    case 'or':
      return one.operands;
    case 'arithmetic':
    case 'comparison':
      return [one.left, one.right];
    case 'like':
    case 'matches':
      return [one.operand, one.pattern];
    case 'in':
      return [one.operand, ...one.items];
    case 'between':
      return [one.operand, one.low, one.high];
    case 'minus':
    case 'plus':
    case 'not':
    case 'isNull':
      return [one.operand];
    default:
      return [];
  }
}
