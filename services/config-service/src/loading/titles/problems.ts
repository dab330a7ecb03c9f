// The problems of a load, for people: the sentences, and how many there were; and the notices, of which a few will do.
import { formatWarning, type TdbWarning } from '@holdfast/tdb';
import { type LoadOutcome, noticesOf } from '../steps.ts';

export interface Problems {
  readonly sentences: string[];
  count: number;
  readonly notices: string[];
  noticeCount: number;
}

/** One of them counts those that are left out: what is kept in memory must have an end. */
const MAX_PROBLEMS = 10_000;
const MAX_NOTICES = 10;
const MAX_SENTENCE_CHARACTERS = 400;

export function noProblems(): Problems {
  return { sentences: [], count: 0, notices: [], noticeCount: 0 };
}

export function problem(problems: Problems, sentence: string): void {
  problems.count += 1;
  if (problems.sentences.length >= MAX_PROBLEMS - 1) return;
  problems.sentences.push(shortened(sentence));
}

/** Counts what needs no mending. */
export function noticed(problems: Problems, notice: TdbWarning): void {
  problems.noticeCount += 1;
  if (problems.notices.length < MAX_NOTICES) problems.notices.push(shortened(formatWarning(notice)));
}

/** The member of an outcome. */
export function noticesAmong({ notices, noticeCount }: Problems): Pick<LoadOutcome, 'notices'> {
  return noticesOf(noticeCount, notices);
}

function shortened(sentence: string): string {
  return sentence.length > MAX_SENTENCE_CHARACTERS
    ? `${sentence.slice(0, MAX_SENTENCE_CHARACTERS)}…`
    : sentence;
}

export function warned(problems: Problems, warning: TdbWarning): void {
  problem(problems, formatWarning(warning));
}

export function sentencesOf({ sentences, count }: Problems): string[] {
  const more = count - sentences.length;
  return more === 0 ? sentences : [...sentences, `and ${more} more about titles`];
}

/** Joins two lists; where there is no room for all, the count at the end of the second stays. */
export function together(first: readonly string[], second: readonly string[]): string[] {
  const all = [...first, ...second];
  return all.length <= MAX_PROBLEMS ? all : [...all.slice(0, MAX_PROBLEMS - 1), ...all.slice(-1)];
}
