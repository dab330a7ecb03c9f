// Formats a value with a printf conversion: `%s`, `%d`, `%03d`, `%.03d`, `%-8s`, `%x`.
import type { FormatConversion } from './template.ts';
import { TemplateError } from './template.ts';

/** Formats a value. Throws TemplateError if the conversion requires a whole number and the value is not one. */
export function printValue(value: string | bigint, conversion: FormatConversion): string {
  const { letter, flags, width, precision } = conversion;
  if (letter === 's') {
    const text = String(value);
    return pad(precision === undefined ? text : text.slice(0, precision), width, flags, ' ');
  }
  const whole = typeof value === 'bigint' ? value : wholeNumber(value);
  const sign = whole < 0n ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const digits = digitsOf(whole < 0n ? -whole : whole, letter).padStart(precision ?? 1, '0');
  // The flag `0` has no effect if there is a precision or the flag `-`, as in C.
  const zeros = flags.includes('0') && precision === undefined && !flags.includes('-');
  return zeros ? sign + digits.padStart(width - sign.length, '0') : pad(sign + digits, width, flags, ' ');
}

function wholeNumber(text: string): bigint {
  if (!/^[+-]?\d{1,30}$/.test(text)) throw new TemplateError(`${JSON.stringify(text)} is not a whole number`);
  return BigInt(text.replace('+', ''));
}

function digitsOf(magnitude: bigint, letter: FormatConversion['letter']): string {
  const digits = magnitude.toString(letter === 'd' ? 10 : letter === 'o' ? 8 : 16);
  return letter === 'X' ? digits.toUpperCase() : digits;
}

function pad(text: string, width: number, flags: string, filler: string): string {
  return flags.includes('-') ? text.padEnd(width, filler) : text.padStart(width, filler);
}
