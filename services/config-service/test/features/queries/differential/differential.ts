// Compares the results of random queries with a brute-force evaluation over the result of `select *`. A failure names
// the query and the seed.
import { isDeepStrictEqual } from 'node:util';
import { insert } from '../sample-data.ts';
import { type Resource, resources, type SampleService } from '../sample-service.ts';
import { type Choices, createChoices } from './choices.ts';
import type { JsonRow } from './made.ts';
import { compareTexts } from './meaning.ts';
import { makeOddText, randomData } from './random-data.ts';
import { randomQuery } from './random-query.ts';
import { subjects } from './subjects.ts';

type SampleAsk = Pick<SampleService, 'service' | 'pool' | 'ask'>;

export interface Differential {
  readonly seed: number;
  readonly queries: number;
  say?(sentence: string): void;
}

export interface DifferentialOutcome {
  queries: number;
  /** Number of queries that return some, but not all, rows. */
  telling: number;
  rows: number;
  /** Number of queries rejected because a number might have too many digits. */
  refused: number;
}

/** Runs the comparison. The tables of the service must be empty. Throws on the first difference. */
export async function compareRandomQueries(
  samples: SampleAsk,
  { seed, queries, say }: Differential,
): Promise<DifferentialOutcome> {
  await fill(samples, createChoices(seed));
  const names = Object.keys(resources) as Resource[];
  const bases = new Map<Resource, readonly JsonRow[]>();
  for (const resource of names) bases.set(resource, await wholeOf(samples, resource));
  const outcome: DifferentialOutcome = { queries: 0, telling: 0, rows: 0, refused: 0 };
  for (; outcome.queries < queries; outcome.queries += 1) {
    const choices = createChoices(seed + 1 + outcome.queries);
    const resource = choices.pick(names);
    const count = await compare(samples, { resource, rows: bases.get(resource)!, choices, seed });
    if (count === undefined) outcome.refused += 1;
    else if (count > 0 && count < bases.get(resource)!.length) outcome.telling += 1;
    outcome.rows += count ?? 0;
    if ((outcome.queries + 1) % 1_000 === 0) say?.(`${outcome.queries + 1} queries`);
  }
  return outcome;
}

async function fill({ pool }: SampleAsk, choices: Choices): Promise<void> {
  for (const [table, row] of randomData(choices)) await insert(pool, table, row);
}

async function wholeOf(samples: SampleAsk, resource: Resource): Promise<readonly JsonRow[]> {
  const { body } = await samples.ask(resource, 'select *').expect(200);
  const keys = (body as JsonRow[]).map((row) => String(row[subjects[resource].key]));
  if (!isDeepStrictEqual(keys, keys.toSorted(compareTexts)))
    throw new Error(`/ws/${resource} is in no natural order`);
  return body;
}

interface Comparing {
  readonly resource: Resource;
  readonly rows: readonly JsonRow[];
  readonly choices: Choices;
  readonly seed: number;
}

/** Compares one query. Returns the number of rows in the result, or undefined if the query was rejected. */
async function compare(
  samples: SampleAsk,
  { resource, rows, choices, seed }: Comparing,
): Promise<number | undefined> {
  const texts = Array.from({ length: 8 }, () => textIn(choices.pick(rows), choices));
  const query = randomQuery({ choices, subject: subjects[resource], texts });
  const { status, body } = await samples.ask(resource, query.source);
  if (status === 400 && /^Numbers of more than/.test(body.detail)) return undefined;
  const expected = query.answer(rows);
  const differs = status !== 200 ? body : firstDifference(body, expected);
  if (differs !== undefined) {
    const description = JSON.stringify(differs, undefined, 1);
    throw new Error(`seed ${seed}, /ws/${resource}, status ${status}:\n${query.source}\n${description}`);
  }
  return expected.length;
}

/** Returns a random string from the row, at any depth. */
function textIn(row: JsonRow, choices: Choices): string {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  const found = texts(row);
  return found.length === 0 ? makeOddText(choices) : choices.pick(found);
}

function firstDifference(answered: JsonRow[], expected: readonly JsonRow[]): unknown {
  const index = [...Array(Math.max(answered.length, expected.length)).keys()].find(
    (at) => !isDeepStrictEqual(answered[at], expected[at]),
  );
  if (index === undefined) return undefined;
  return { row: index, answered: answered[index] ?? 'none', expected: expected[index] ?? 'none' };
}
