// A query as it was understood: what was written and where, before anything is known of names and types.

export interface Query {
  /** Undefined stands for all of them. */
  readonly select: readonly Name[] | undefined;
  readonly where: Expression | undefined;
  readonly orderBy: readonly Order[];
  readonly limit: Limit | undefined;
}

export interface Order {
  readonly by: Expression;
  readonly descending: boolean;
}

export interface Limit {
  /** Rows left out before the first. */
  readonly skipped: number;
  readonly rows: number;
}

export interface Name {
  readonly kind: 'name';
  /** The name with its members behind dots. */
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

/** LIKE, IN and BETWEEN have this in common. */
interface Test {
  readonly negated: boolean;
  readonly ignoreCase: boolean;
  readonly operand: Expression;
  readonly at: number;
}

export interface Like extends Test {
  readonly kind: 'like';
  readonly pattern: Expression;
}

export interface In extends Test {
  readonly kind: 'in';
  readonly items: readonly Expression[];
}

export interface Between extends Test {
  readonly kind: 'between';
  readonly low: Expression;
  readonly high: Expression;
}

export interface Call {
  readonly kind: 'call';
  /** The name in lower case. */
  readonly function: string;
  readonly args: readonly Expression[];
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
  | Name
  | Call
  | Arithmetic
  | Comparison
  | Like
  | In
  | Between
  | { readonly kind: 'minus' | 'plus' | 'not'; readonly operand: Expression; readonly at: number }
  | {
      readonly kind: 'isNull';
      readonly negated: boolean;
      readonly operand: Expression;
      readonly at: number;
    }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[]; readonly at: number };
