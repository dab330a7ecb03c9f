// Compares two texts line by line, with a few unchanged lines around each change. The time and the number of edits are
// limited, because a captured text may be crafted to make the comparison very slow.
import { diffLines } from 'diff';

export interface DifferenceRow {
  /** Kind of the line. `gap`: omitted unchanged lines. */
  readonly kind: 'same' | 'old' | 'new' | 'gap';
  /** Line numbers in the two texts, starting at 1. */
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  readonly text: string;
  /** Number of lines in a gap. */
  readonly lines: number;
}

export interface TextComparison {
  readonly rows: readonly DifferenceRow[];
  readonly added: number;
  readonly removed: number;
}

/** Number of unchanged lines displayed before and after each change. */
const CONTEXT = 3;
const MAX_MS = 1_000;
const MAX_EDITS = 20_000;

/** Compares two texts. Returns undefined if they differ too much. */
export function compareTexts(older: string, newer: string): TextComparison | undefined {
  const changes = diffLines(older, newer, { timeout: MAX_MS, maxEditLength: MAX_EDITS });
  if (changes === undefined) return undefined;
  const rows: DifferenceRow[] = [];
  const at = { old: 1, new: 1 };
  const counted = { added: 0, removed: 0 };
  for (const [place, { value, added, removed }] of changes.entries()) {
    const lines = splitLines(value);
    if (added) counted.added += lines.length;
    if (removed) counted.removed += lines.length;
    if (added || removed) rows.push(...lines.map((text) => createRow(added ? 'new' : 'old', text, at)));
    else
      rows.push(
        ...collapseUnchanged(lines, at, { isFirst: place === 0, isLast: place === changes.length - 1 }),
      );
  }
  return { rows, ...counted };
}

type LinePosition = { old: number; new: number };

function collapseUnchanged(
  lines: readonly string[],
  at: LinePosition,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
) {
  const before = isFirst ? 0 : CONTEXT;
  const after = isLast ? 0 : CONTEXT;
  if (lines.length <= before + after + 1) return lines.map((text) => createRow('same', text, at));
  const hidden = lines.length - before - after;
  const head = lines.slice(0, before).map((text) => createRow('same', text, at));
  at.old += hidden;
  at.new += hidden;
  const gap: DifferenceRow = { kind: 'gap', oldLine: undefined, newLine: undefined, text: '', lines: hidden };
  return [...head, gap, ...lines.slice(lines.length - after).map((text) => createRow('same', text, at))];
}

function createRow(kind: 'same' | 'old' | 'new', text: string, at: LinePosition): DifferenceRow {
  return {
    kind,
    oldLine: kind === 'new' ? undefined : at.old++,
    newLine: kind === 'old' ? undefined : at.new++,
    text,
    lines: 1,
  };
}

const splitLines = (text: string): string[] => text.replace(/\n$/, '').split('\n');
