// The text of a query behind its SELECT, taken apart into conditions and an order, and put together again. Only what chips
// and column heads need is understood here; what the text means is the service's to say.

export interface QueryParts {
  /** Each as it is written; all of them must hold. */
  readonly conditions: readonly string[];
  /** What stands behind ORDER BY. */
  readonly order: string;
  /** Whatever comes after, such as LIMIT, as it is written. */
  readonly rest: string;
}

export const noParts: QueryParts = { conditions: [], order: '', rest: '' };

export function textOf({ conditions, order, rest }: QueryParts): string {
  const clauses = [
    conditions.length > 0 ? `where ${conditions.map(joinable).join('\n  and ')}` : '',
    order === '' ? '' : `order by ${order}`,
    rest,
  ];
  return clauses.filter((clause) => clause !== '').join('\n');
}

/** Never fails: what is not understood is one condition, or the rest. */
export function partsOf(text: string): QueryParts {
  const words = topLevelWords(text);
  const at = (name: RegExp) => words.find(({ word }) => name.test(word));
  const [where, order, limit] = [at(/^where$/i), at(/^order$/i), at(/^(?:limit|group|having)$/i)];
  const end = (after: number) =>
    Math.min(
      ...[where, order, limit].flatMap((one) => (one && one.start > after ? [one.start] : [])),
      text.length,
    );
  const clause = (from: Word | undefined, skip: RegExp) =>
    from === undefined ? '' : text.slice(from.start, end(from.start)).replace(skip, '').trim();
  const unread = text.slice(0, end(-1)).trim();
  return {
    conditions: [...(unread === '' ? [] : [unread]), ...conditionsIn(clause(where, /^where/i))],
    order: clause(order, /^order\s+by/i),
    rest: limit === undefined ? '' : text.slice(limit.start).trim(),
  };
}

/** A condition with OR would otherwise take in its neighbours. */
function joinable(condition: string, _at: number, all: readonly string[]): string {
  const holdsOr = topLevelWords(condition).some(({ word }) => /^or$/i.test(word));
  return holdsOr && all.length > 1 ? `(${condition})` : condition;
}

/** Divides at each AND that stands in no parentheses and belongs to no BETWEEN; an OR leaves all in one piece. */
function conditionsIn(text: string): string[] {
  if (text === '') return [];
  const words = topLevelWords(text);
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

interface Word {
  readonly word: string;
  readonly start: number;
}

/** Words outside of texts and parentheses. */
function topLevelWords(text: string): Word[] {
  const found: Word[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'?|[()]|[\w.]+/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && !token.startsWith("'")) found.push({ word: token, start: index });
  }
  return found;
}
