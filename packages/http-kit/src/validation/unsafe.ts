// What no value may be, whatever its schema says: holding U+0000 or half of a character, or nested without measure.
import { DEEPEST, TOO_DEEP } from './json.ts';

/** Completes "the body …"; undefined when there is nothing against the value. Copies nothing, and does not recurse. */
export function whyUnsafe(value: unknown): string | undefined {
  if (typeof value === 'string') return faultOfText(value);
  const waiting: unknown[] = [value];
  const depths: number[] = [0];
  for (let depth = depths.pop(); depth !== undefined; depth = depths.pop()) {
    const one = waiting.pop();
    if (typeof one === 'string') {
      const fault = faultOfText(one);
      if (fault !== undefined) return fault;
    } else if (typeof one === 'object' && one !== null) {
      const isArray = Array.isArray(one);
      const names = isArray ? [] : Object.keys(one);
      const fault = names.map(faultOfText).find((why) => why !== undefined);
      if (fault !== undefined) return fault;
      const inside: readonly unknown[] = isArray ? one : Object.values(one);
      if (inside.length > 0 && depth === DEEPEST) return TOO_DEEP;
      for (const inner of inside) {
        if (typeof inner !== 'string' && typeof inner !== 'object') continue;
        waiting.push(inner);
        depths.push(depth + 1);
      }
    }
  }
  return undefined;
}

function faultOfText(text: string): string | undefined {
  // PostgreSQL's text cannot hold it, and nothing in the field's vocabulary does.
  if (text.includes('\0')) return 'must not hold the character U+0000';
  // A surrogate without its other half, which JSON can spell: neither UTF-8 nor PostgreSQL's JSON can hold it.
  return text.isWellFormed() ? undefined : 'must not hold half of a character (a lone surrogate)';
}
