// Collects messages about problems during the load of titles, and counts all problems.
import { formatWarning, type TdbWarning } from '@holdfast/tdb';
import type { DuplicateTitle } from '../../index/titles/serve.db.ts';

export interface TitleProblems {
  readonly sentences: string[];
  count: number;
}

/** Maximum number of messages in memory. If there are more, the last message contains the number of omitted ones. */
const MAX_PROBLEMS = 10_000;
const MAX_SENTENCE_CHARACTERS = 400;

export function createTitleProblems(): TitleProblems {
  return { sentences: [], count: 0 };
}

export function addTitleProblem(problems: TitleProblems, sentence: string): void {
  problems.count += 1;
  if (problems.sentences.length >= MAX_PROBLEMS - 1) return;
  problems.sentences.push(shortened(sentence));
}

/** Adds the problems of a title file, which may have been read by an earlier load. */
export function addFileProblems(
  problems: TitleProblems,
  file: { readonly problems: readonly string[]; readonly problemCount: number },
): void {
  problems.count += file.problemCount;
  const room = Math.max(0, MAX_PROBLEMS - 1 - problems.sentences.length);
  problems.sentences.push(...file.problems.slice(0, room));
}

/** Describes an entry that is shadowed by an earlier entry of the same AU. */
export function describeDuplicate({ source, line, column, name }: DuplicateTitle): string {
  const message = `AU "${name}": an earlier AU has the same plugin and parameters, and is used`;
  return shortened(formatWarning({ source, line, message, ...(column !== null && { column }) }));
}

function shortened(sentence: string): string {
  return sentence.length > MAX_SENTENCE_CHARACTERS
    ? `${sentence.slice(0, MAX_SENTENCE_CHARACTERS)}…`
    : sentence;
}

export function addTitleWarning(problems: TitleProblems, warning: TdbWarning): void {
  addTitleProblem(problems, formatWarning(warning));
}

export function listTitleProblems({ sentences, count }: TitleProblems): string[] {
  const more = count - sentences.length;
  return more === 0 ? sentences : [...sentences, `and ${more} more about titles`];
}
