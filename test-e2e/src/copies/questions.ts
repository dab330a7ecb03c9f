// Builds CDX queries and checks whether the model allows an answer. Captures are at least one second apart,
// so that their order is unambiguous.
import {
  formatCaptureName,
  formatTimestamp,
  learn,
  type Model,
  mayBe,
  parseHost,
  type TrackedCapture,
} from './model.ts';

export interface Question {
  readonly query: Readonly<Record<string, string>>;
  /** Host of all captures that can match. */
  readonly host: string;
  readonly limit?: number;
  /** Captures closest to this time come first. Milliseconds since the epoch. */
  readonly closestMs?: number;
  isOf(urlkey: string): boolean;
}

export interface Asked {
  readonly of: string;
  readonly askedAt: number;
  readonly askedMs: number;
  readonly answeredAt: number;
}

export function exact({ url, urlkey }: TrackedCapture): Question {
  return { query: { url, matchType: 'exact' }, host: parseHost(urlkey), isOf: (key) => key === urlkey };
}

export function closest(capture: TrackedCapture, closestMs: number, limit: number): Question {
  const query = {
    url: capture.url,
    sort: 'closest',
    closest: formatTimestamp(closestMs),
    limit: String(limit),
  };
  return { ...exact(capture), query, closestMs, limit };
}

/** Without `limit`, asks for all captures. */
export function prefix({ url, urlkey }: TrackedCapture, limit?: number): Question {
  const isOf = (key: string) => key.startsWith(urlkey);
  return { ...limited(limit, { url, matchType: 'prefix' }), host: parseHost(urlkey), isOf };
}

export function domain(host: string, limit?: number): Question {
  const url = host.split(',').toReversed().join('.');
  return { ...limited(limit, { url, matchType: 'domain' }), host, isOf: () => true };
}

function limited(limit: number | undefined, query: Question['query']): Pick<Question, 'query' | 'limit'> {
  return limit === undefined ? { query } : { query: { ...query, limit: String(limit) }, limit };
}

/** Checks an answer, given as lines of urlkey and timestamp. Returns a message for each difference. */
export function judge(model: Model, question: Question, asked: Asked, lines: readonly string[]): string[] {
  const found = lines.map((line) => model.named(line));
  const unknown = lines.filter((_, at) => !found[at]);
  if (unknown.length > 0) return [`${told(question, asked)} shows what is not: ${unknown[0]}`];
  const shown = found as TrackedCapture[];
  const order = orderOf(question);
  const wrong: string[] = [];
  for (let at = 1; at < shown.length; at++) {
    if (order(shown[at - 1]!, shown[at]!) >= 0)
      wrong.push(`${told(question, asked)}: out of order at ${lines[at]}`);
  }
  const seen = new Set(shown);
  const isCut = question.limit !== undefined && lines.length >= question.limit;
  if (isCut && lines.length > question.limit!) wrong.push(`${told(question, asked)}: more than its limit`);
  for (const capture of model.ofHost(question.host)) {
    const isShown = seen.delete(capture);
    if (!isShown && !question.isOf(capture.urlkey)) continue;
    if (!isShown && isCut && order(capture, shown.at(-1)!) > 0) continue;
    if (isShown && !question.isOf(capture.urlkey))
      wrong.push(`${told(question, asked)} shows ${formatCaptureName(capture)}`);
    const may = mayBe(capture, asked.askedAt, asked.answeredAt);
    if (isShown ? may.shown : may.hidden) learn(capture, isShown, asked.answeredAt);
    else wrong.push(`${told(question, asked)} ${isShown ? 'shows' : 'lacks'} ${since(capture, asked)}`);
  }
  for (const capture of seen) wrong.push(`${told(question, asked)} shows ${formatCaptureName(capture)}`);
  return wrong;
}

function orderOf({ closestMs }: Question): (a: TrackedCapture, b: TrackedCapture) => number {
  if (closestMs === undefined)
    return (a, b) => (a.urlkey === b.urlkey ? a.collectionMs - b.collectionMs : a.urlkey < b.urlkey ? -1 : 1);
  const far = ({ collectionMs }: TrackedCapture) => Math.abs(collectionMs - closestMs);
  return (a, b) => far(a) - far(b) || a.collectionMs - b.collectionMs;
}

const told = ({ query }: Question, { of }: Asked): string => `${of}: ${JSON.stringify(query)}`;

function since(capture: TrackedCapture, { askedAt, askedMs }: Asked): string {
  const last = capture.changes.findLast(({ by }) => by < askedAt);
  if (!last) return `${formatCaptureName(capture)}, which nobody has been told of`;
  const state = last.shows ? 'shown' : 'gone';
  if (last.byMs === undefined) return `${formatCaptureName(capture)}, which had been seen to be ${state}`;
  return `${formatCaptureName(capture)}, acknowledged to be ${state} ${(askedMs - last.byMs).toFixed(1)} ms before it was asked`;
}
