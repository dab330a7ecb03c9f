// Which AUs of a listing are selected, by their numbers: some, or all but some, of which there may be hundreds of thousands.
import type { AuNumbers } from './listing.ts';

export interface Selection {
  readonly kind: 'some' | 'allBut';
  readonly numbers: ReadonlySet<number>;
}

export const nothing: Selection = { kind: 'some', numbers: new Set() };
export const everything: Selection = { kind: 'allBut', numbers: new Set() };

export function isSelected({ kind, numbers }: Selection, number: number): boolean {
  return numbers.has(number) === (kind === 'some');
}

export function countOf({ kind, numbers }: Selection, total: number): number {
  return kind === 'some' ? numbers.size : Math.max(0, total - numbers.size);
}

/** Selects these numbers, or takes them out. */
export function changed(selection: Selection, numbers: Iterable<number>, selected: boolean): Selection {
  const { kind } = selection;
  const next = new Set(selection.numbers);
  for (const number of numbers) {
    if (selected === (kind === 'some')) next.add(number);
    else next.delete(number);
  }
  return { kind, numbers: next };
}

/** The selected numbers in the order of the listing, so many at a time. */
export function* selectedIn(
  selection: Selection,
  listing: AuNumbers,
  size: number,
): Generator<readonly number[]> {
  let batch: number[] = [];
  for (let at = 0; at < listing.length; at += 1) {
    const number = listing.at(at)!;
    if (!isSelected(selection, number)) continue;
    batch.push(number);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
