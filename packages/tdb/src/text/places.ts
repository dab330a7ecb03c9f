// Lines and columns of positions in a text that comes in pieces. Positions are asked for in rising order, so that every
// line end is looked for once.

export interface Place {
  /** Both from 1. */
  readonly line: number;
  /** In UTF-16 units. */
  readonly column: number;
}

export interface Places {
  /** Line and column of a position. Positions must be asked for in ascending order. */
  of(text: string, at: number): Place;
  /** The text before this position is given up: the next text begins there. */
  passed(text: string, at: number): void;
}

export function newPlaces(): Places {
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
