// Problem found when a source of the title database was loaded. Its fields are parsed from the message.

export interface TitleFinding {
  /** Undefined if the problem does not concern a file. */
  readonly source?: string;
  /** Line and column start at 1. Undefined if the problem concerns the whole file. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** Parses `a.tdb:12:7: message`. `source` is the file that the message concerns, if known. */
export function parseFinding(sentence: string, source?: string): TitleFinding {
  const isAboutIt = source !== undefined && sentence.startsWith(`${source}:`);
  const place = isAboutIt
    ? /^()(?::(\d+)(?::(\d+))?)?: (.*)$/s.exec(sentence.slice(source.length))
    : /^(.+?):(\d+)(?::(\d+))?: (.*)$/s.exec(sentence);
  if (place === null) return { ...(source !== undefined && { source }), message: sentence };
  const [, name, line, column, message] = place;
  return {
    source: isAboutIt ? source : name!,
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
    message: message!,
  };
}
