// Exact decimal numbers as in the query language: coefficient × 10^−scale.

export interface Decimal {
  readonly coefficient: bigint;
  readonly scale: number;
}

const of = (coefficient: bigint, scale: number): Decimal => ({ coefficient, scale });

/**
 * Parses a plain decimal number of at most 30 digits before and 30 after the point. Returns undefined for any other
 * text.
 */
export function readDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = ''] = /^([-+]?)([0-9]{1,30})(?:\.([0-9]{1,30}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return of(BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), fraction.length);
}

/** Converts a number from a JSON result exactly. */
export function toDecimal(value: number): Decimal {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent) - fraction.length;
  const coefficient = BigInt(whole + fraction);
  return shift >= 0 ? of(coefficient * 10n ** BigInt(shift), 0) : of(coefficient, -shift);
}

function aligned(a: Decimal, b: Decimal): readonly [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  const at = (one: Decimal) => one.coefficient * 10n ** BigInt(scale - one.scale);
  return [at(a), at(b), scale];
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Applies an arithmetic operator. Returns null for a division by zero. */
export function compute(operator: string, a: Decimal, b: Decimal): Decimal | null {
  const [left, right, scale] = aligned(a, b);
  if (operator === '+') return of(left + right, scale);
  if (operator === '-') return of(left - right, scale);
  if (operator === '*') return of(a.coefficient * b.coefficient, a.scale + b.scale);
  if (right === 0n) return null;
  return operator === '%' ? of(left % right, scale) : of((left * 10n ** 12n) / right, 12);
}

export function negate({ coefficient, scale }: Decimal): Decimal {
  return of(-coefficient, scale);
}

/** Truncates toward zero, and limits the number to the range of string positions. */
export function truncate({ coefficient, scale }: Decimal): number {
  return Math.max(-1e9, Math.min(1e9, Number(coefficient / 10n ** BigInt(scale))));
}

/** Formats a number without exponent and trailing zeros. */
export function formatDecimal({ coefficient, scale }: Decimal): string {
  const negative = coefficient < 0n;
  const digits = String(negative ? -coefficient : coefficient).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
