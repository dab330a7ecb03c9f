// What a load found in a source of the title database, taken from the sentence that tells it to people.

export interface TitleFinding {
  /** Absent for what is about no file. */
  readonly source?: string;
  /** From 1, like the column; absent for what is about the whole file. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** Takes `a.tdb:12:7: message` apart. `source`: the file that it is about, where that is known. */
export function findingOf(sentence: string, source?: string): TitleFinding {
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
