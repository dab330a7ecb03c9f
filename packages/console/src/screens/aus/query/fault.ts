// Where a query is at fault, as the service says it, in the text that a reader wrote.

export interface Fault {
  readonly message: string;
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
}

export interface Told {
  readonly detail?: string | undefined;
  /** From 1, like the column; both of the query as it was sent. */
  readonly line?: unknown;
  readonly column?: unknown;
}

/** `prefix`: what was put before the text when it was sent, of one line. Undefined when the refusal names no place. */
export function faultIn(
  text: string,
  prefix: string,
  { detail = '', line, column }: Told,
): Fault | undefined {
  if (typeof line !== 'number' || typeof column !== 'number') return undefined;
  const lines = (prefix + text).split(/(?<=\r\n|\r(?!\n)|\n)/);
  const before = lines.slice(0, line - 1).join('').length;
  const characters = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
  const offset = Math.min(Math.max(before + characters - prefix.length, 0), text.length);
  // The place is shown in the text itself.
  return { message: detail.replace(/ \(line \d+, column \d+\)\.$/, '.'), offset };
}
