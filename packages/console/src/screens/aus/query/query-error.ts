// Maps the position of a query error, as reported by the service, to the text that the user entered.

export interface QueryError {
  readonly message: string;
  /** Offset in UTF-16 code units from the start of the text. */
  readonly offset: number;
}

export interface ReportedQueryError {
  readonly detail?: string | undefined;
  /** Line in the query sent to the service. Lines and columns start at 1. */
  readonly line?: unknown;
  readonly column?: unknown;
}

/**
 * Locates the error in the user's text. `prefix` is the single-line text that preceded the user's text in the query.
 * Returns undefined if the error has no position.
 */
export function locateQueryError(
  text: string,
  prefix: string,
  { detail = '', line, column }: ReportedQueryError,
): QueryError | undefined {
  if (typeof line !== 'number' || typeof column !== 'number') return undefined;
  const lines = (prefix + text).split(/(?<=\r\n|\r(?!\n)|\n)/);
  const before = lines.slice(0, line - 1).join('').length;
  const characters = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
  const offset = Math.min(Math.max(before + characters - prefix.length, 0), text.length);
  // Removes the position from the message, because the position is marked in the query text.
  return { message: detail.replace(/ \(line \d+, column \d+\)\.$/, '.'), offset };
}
