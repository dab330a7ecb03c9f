// The `excludeStatusPattern` of an import: a regular expression that the whole decimal HTTP status must match.
// RE2 syntax, so that no pattern can take more than linear time.
import { RE2JS } from 're2js';
import { badParameter } from '../errors.ts';

const MAX_PATTERN_CHARACTERS = 1_000;

/** Answers whether records with a status are to be left out. Throws 400 for a pattern that cannot be used. */
export function excludedStatuses(pattern: string | undefined): (httpStatus: number) => boolean {
  if (pattern === undefined || pattern === '') return () => false;
  if (pattern.length > MAX_PATTERN_CHARACTERS) {
    throw badParameter(`excludeStatusPattern is longer than ${MAX_PATTERN_CHARACTERS} characters.`);
  }
  const compiled = compile(pattern);
  const answers = new Map<number, boolean>();
  return (httpStatus) => {
    const known = answers.get(httpStatus);
    if (known !== undefined) return known;
    const answer = compiled.matches(String(httpStatus));
    answers.set(httpStatus, answer);
    return answer;
  };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not parse';
    throw badParameter(`excludeStatusPattern is not a usable regular expression: ${reason}`);
  }
}
