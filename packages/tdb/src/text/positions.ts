// Computes the line and column of positions in a text that arrives in blocks. Positions must be requested in ascending
// order, so that each line break is searched only once.

export interface TextPosition {
  /** Line number, starting at 1. */
  readonly line: number;
  /** Column in UTF-16 code units, starting at 1. */
  readonly column: number;
}

export interface PositionTracker {
  /** Returns the line and column of a position. Positions must be requested in ascending order. */
  of(text: string, at: number): TextPosition;
  /** Discards the text before this position. The next text must begin at this position. */
  passed(text: string, at: number): void;
}

export function createPositionTracker(): PositionTracker {
  let line = 1;
  let lineStart = 0;
  let lineEnd: number | undefined;
  const of = (text: string, at: number) => {
    lineEnd ??= endOfLine(text, lineStart);
    while (lineEnd < at) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    return { line, column: at - lineStart + 1 };
  };
  return {
    of,
    passed(text, at) {
      of(text, at);
      lineStart -= at;
      lineEnd = undefined;
    },
  };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', Math.max(from, 0));
  return end === -1 ? Number.POSITIVE_INFINITY : end;
}
