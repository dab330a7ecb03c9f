// Checks the language of comments and names against the rules of CONTRIBUTING.md that a program can check.
import type { Source } from './sources.ts';

export interface Comment {
  /** Line number of the comment's first line, counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** Maximum number of files that may declare the same exported name. */
export const MAX_SAME_NAME = 3;

const OPENINGS =
  /^(?:Of|What|That|Those|By|Who|Whoever|As|From|Behind|Beyond|Beside|Where|Which|Is|Are|To be|In)\b/;

/** Banned words, each with the standard terms to use instead. */
const BANNED: Readonly<Record<string, string>> = {
  'heirs?|bequeath\\w*|inheritances?': 'replacement, carry over',
  'strangers?|newcomers?': 'unauthenticated connection',
  'crowd(?:s|ed)?': 'busiest address',
  'wish(?:es|ed)?': 'request',
  'told|untold': 'reported, notified',
  'fates?': 'disposition, outcome',
  'twins?': 'replica key, counterpart',
  lent: 'pooled',
  'let go': 'released',
  'hind(?:er|ers|ered|rance|rances)': 'blocks, StopReason',
  'mend(?:s|ed|ing)?': 'repair',
  beside: 'next to, alongside',
  'done with': 'finished',
  whoever: 'name the subject',
  'what (?:there is|it stands on)': 'name the thing, dependencies',
  'that of|those of': 'repeat the noun',
};

const BANNED_WORDS = Object.entries(BANNED).map(
  ([word, better]) => [word, better, new RegExp(`\\b(?:${word})\\b`, 'i')] as const,
);

/** Words that may not be part of a camelCase name or a file name. */
const BANNED_PARTS =
  /^(?:heirs?|bequeath|inheritance|strangers?|newcomers?|crowd|wish|wishes|told|untold|fate|fates|twin|lent|hinders?|hindrance|mend|mends|beside|whoever|surplus|inert)$/;

/**
 * Returns the comments of a source: block comments, and lines that contain only a comment. Joins adjacent comment lines
 * into one comment.
 */
export function extractComments({ text }: Source): Comment[] {
  const found: Comment[] = [];
  for (const match of text.matchAll(/\/\*(?!\*?\/)(.*?)\*\/|(?:^[ \t]*\/\/[^\n]*(?:\n|$))+/gms)) {
    const words = match[0]
      // The `Covers:` line of a judge lists folders; the language rules do not apply to it.
      .replace(/^\/\/ Covers: .*\n/, '')
      .replace(/^\s*\/\*\*?|\*\/$/g, '')
      .replace(/^[ \t]*(?:\/\/|\*)/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (words === '' || words.startsWith('biome-ignore') || words.startsWith('@ts-')) continue;
    found.push({ line: text.slice(0, match.index).split('\n').length, text: words });
  }
  return found;
}

/** Returns the names that a source declares and exports, without re-exports. */
export function listExportedNames({ text }: Source): string[] {
  const declared =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*? ?|const |let |class |interface |type |enum )(\w+)/gm;
  return [...new Set([...text.matchAll(declared)].map(([, name]) => name!))];
}

/** Finds comments that begin with a relative clause or a preposition instead of a subject or a verb. */
export function findBadOpenings(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    extractComments(source)
      .filter(({ text }) => OPENINGS.test(text))
      .map(({ line, text }) => `${source.path}:${line} opens with "${text.slice(0, 50)}"`),
  );
}

/** Finds exported names that end in `Of`. */
export function findOfNames(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    listExportedNames(source)
      .filter((name) => /[a-z0-9]Of$/.test(name))
      .map((name) => `${source.path} exports ${name}`),
  );
}

/** Finds names that more than {@link MAX_SAME_NAME} files export, which makes them hard to search for. */
export function findRepeatedNames(sources: readonly Source[]): string[] {
  const places = new Map<string, string[]>();
  for (const source of sources) {
    for (const name of listExportedNames(source)) {
      places.set(name, [...(places.get(name) ?? []), source.path]);
    }
  }
  return [...places]
    .filter(([, paths]) => paths.length > MAX_SAME_NAME)
    .map(([name, paths]) => `${name} is exported by ${paths.length} files: ${paths.join(', ')}`);
}

/** Finds banned words in comments, exported names and file names. */
export function findBannedWords(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => [
    ...extractComments(source).flatMap(({ line, text }) =>
      BANNED_WORDS.filter(([, , pattern]) => pattern.test(text)).map(
        ([word, better]) => `${source.path}:${line} says ${word} (${better}): "${text.slice(0, 80)}"`,
      ),
    ),
    ...listExportedNames(source)
      .filter((name) => name.split(/(?=[A-Z])|_/).some((part) => BANNED_PARTS.test(part.toLowerCase())))
      .map((name) => `${source.path} exports ${name}, which holds a banned word`),
    ...(source.path.split(/[/.-]/).some((part) => BANNED_PARTS.test(part))
      ? [`${source.path} is named with a banned word`]
      : []),
  ]);
}
