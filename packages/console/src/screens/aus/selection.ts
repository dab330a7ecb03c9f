// Selection of AUs by AU number. Stores either the selected AUs or, after "select all", the exceptions, so that it
// stays small for hundreds of thousands of AUs.
import type { AuNumbers } from './listing.ts';

export interface AuRowSelection {
  readonly kind: 'some' | 'allBut';
  readonly numbers: ReadonlySet<number>;
}

export const EMPTY_SELECTION: AuRowSelection = { kind: 'some', numbers: new Set() };
export const FULL_SELECTION: AuRowSelection = { kind: 'allBut', numbers: new Set() };

export function isAuSelected({ kind, numbers }: AuRowSelection, number: number): boolean {
  return numbers.has(number) === (kind === 'some');
}

export function countSelectedAus({ kind, numbers }: AuRowSelection, total: number): number {
  return kind === 'some' ? numbers.size : Math.max(0, total - numbers.size);
}

/** Adds AU numbers to the selection or removes them. */
export function changeAuSelection(
  selection: AuRowSelection,
  numbers: Iterable<number>,
  selected: boolean,
): AuRowSelection {
  const { kind } = selection;
  const next = new Set(selection.numbers);
  for (const number of numbers) {
    if (selected === (kind === 'some')) next.add(number);
    else next.delete(number);
  }
  return { kind, numbers: next };
}

/** Yields the selected AU numbers in the order of the listing, in batches of `size`. */
export function* listSelectedNumbers(
  selection: AuRowSelection,
  listing: AuNumbers,
  size: number,
): Generator<readonly number[]> {
  let batch: number[] = [];
  for (let at = 0; at < listing.length; at += 1) {
    const number = listing.at(at)!;
    if (!isAuSelected(selection, number)) continue;
    batch.push(number);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
