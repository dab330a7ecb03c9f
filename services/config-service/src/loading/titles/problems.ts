// What went wrong in a load, for people: the first sentences, and how many there were.
import { type TdbWarning, warningWords } from '@holdfast/tdb';

export interface Problems {
  readonly sentences: string[];
  count: number;
}

/** One of them is the count of those left out. */
const most = 100;
const longest = 400;

export function noProblems(): Problems {
  return { sentences: [], count: 0 };
}

export function problem(problems: Problems, sentence: string): void {
  problems.count += 1;
  if (problems.sentences.length >= most - 1) return;
  problems.sentences.push(sentence.length > longest ? `${sentence.slice(0, longest)}…` : sentence);
}

export function warned(problems: Problems, warning: TdbWarning): void {
  problem(problems, warningWords(warning));
}

export function sentencesOf({ sentences, count }: Problems): string[] {
  const more = count - sentences.length;
  return more === 0 ? sentences : [...sentences, `and ${more} more about titles`];
}

/** Both, with the count at the end of the second if there is no room for all. */
export function together(first: readonly string[], second: readonly string[]): string[] {
  const all = [...first, ...second];
  return all.length <= most ? all : [...all.slice(0, most - 1), ...all.slice(-1)];
}
