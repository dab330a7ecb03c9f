// Splits the query text after SELECT into conditions and sort order, and joins them again. Parses only as much as chips
// and column headers need; the service validates the query.

export interface QueryParts {
  /** Texts of the conditions that are joined by AND. */
  readonly conditions: readonly string[];
  /** Sort order: the ORDER BY clause without its keywords. */
  readonly order: string;
  /** All other clauses, such as LIMIT, unchanged. */
  readonly rest: string;
}

export const EMPTY_QUERY: QueryParts = { conditions: [], order: '', rest: '' };

export function joinQuery({ conditions, order, rest }: QueryParts): string {
  const clauses = [
    conditions.length > 0 ? `where ${conditions.map(parenthesizeOr).join('\n  and ')}` : '',
    order === '' ? '' : `order by ${order}`,
    rest,
  ];
  return clauses.filter((clause) => clause !== '').join('\n');
}

/** Splits the query. Never throws: text that cannot be parsed becomes a condition or part of the rest. */
export function splitQuery(text: string): QueryParts {
  const words = findTopLevelWords(text);
  const at = (name: RegExp) => words.find(({ word }) => name.test(word));
  const [where, order, limit] = [at(/^where$/i), at(/^order$/i), at(/^(?:limit|group|having)$/i)];
  const end = (after: number) =>
    Math.min(
      ...[where, order, limit].flatMap((one) => (one && one.start > after ? [one.start] : [])),
      text.length,
    );
  const clause = (from: QueryWord | undefined, skip: RegExp) =>
    from === undefined ? '' : text.slice(from.start, end(from.start)).replace(skip, '').trim();
  const unread = text.slice(0, end(-1)).trim();
  return {
    conditions: [...(unread === '' ? [] : [unread]), ...splitConditions(clause(where, /^where/i))],
    order: clause(order, /^order\s+by/i),
    rest: limit === undefined ? '' : text.slice(limit.start).trim(),
  };
}

/** Adds parentheses to a condition that contains OR, because joining it with AND would otherwise change its meaning. */
function parenthesizeOr(condition: string, _at: number, all: readonly string[]): string {
  const holdsOr = findTopLevelWords(condition).some(({ word }) => /^or$/i.test(word));
  return holdsOr && all.length > 1 ? `(${condition})` : condition;
}

/**
 * Splits the text at each AND that is outside parentheses and not part of BETWEEN. Does not split text that contains
 * OR.
 */
function splitConditions(text: string): string[] {
  if (text === '') return [];
  const words = findTopLevelWords(text);
  if (words.some(({ word }) => /^or$/i.test(word))) return [text];
  const found: string[] = [];
  let [start, isBetween] = [0, false];
  for (const { word, start: at } of words) {
    if (/^between$/i.test(word)) isBetween = true;
    else if (/^and$/i.test(word)) {
      if (isBetween) isBetween = false;
      else {
        found.push(text.slice(start, at));
        start = at + word.length;
      }
    }
  }
  return [...found, text.slice(start)].map((one) => one.trim()).filter((one) => one !== '');
}

interface QueryWord {
  readonly word: string;
  readonly start: number;
}

/** Returns the words that are outside string literals and parentheses. */
function findTopLevelWords(text: string): QueryWord[] {
  const found: QueryWord[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'?|[()]|[\w.]+/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && !token.startsWith("'")) found.push({ word: token, start: index });
  }
  return found;
}
