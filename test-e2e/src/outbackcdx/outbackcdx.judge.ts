// Covers: services/repository-service packages/surt packages/api-types packages/http-kit
// Sends the same queries to OutbackCDX and to Holdfast, with the same captures. Each response of Holdfast must be equal
// or have status 400, or docs/replay.md must explain the difference. Needs OUTBACKCDX_JAR, the path of OutbackCDX's
// JAR.
import { readFile } from 'node:fs/promises';
import {
  corpus,
  createTemporaryFolder,
  createTestDatabase,
  findFreePort,
  startProcess,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readOutbackCdxJar } from '../support/env.ts';
import { startRepository } from '../support/repository-server.ts';
import { type CdxTestQuery, cdxTestQueries, type ExplainedDifference, explainDifference } from './queries.ts';

const jar = readOutbackCdxJar();
const missing = corpus.available
  ? jar
    ? undefined
    : 'OUTBACKCDX_JAR names no jar'
  : 'the corpus is not there';
if (missing !== undefined) process.stderr.write(`NOT RUN: "OutbackCDX": ${missing}.\n`);

(missing === undefined ? describe : describe.skip)('OutbackCDX', () => {
  let client: TestRepositoryClient;
  let outback: Outback;

  beforeAll(async () => {
    const { url: databaseUrl } = await createTestDatabase();
    const env = { REPLAY_CDXB_NOT_FOUND_STATUS: '200', REPLAY_FILTER_DIALECT: 'outbackcdx' };
    const objectStore = `fs:${await createTemporaryFolder()}`;
    ({ client } = await startRepository({ databaseUrl, objectStore, env }));
    for (const name of ['iana', 'dupes']) {
      const archive = await readFile(corpus.path(`warcs/pywb/${name}.warc.gz`));
      // Excludes redirects that share their URL and second with another capture, because OutbackCDX stores only one
      // capture per URL and second.
      const excludeStatusPattern = name === 'dupes' ? '302' : undefined;
      await client.importArchive(archive, { auid: name, storeDuplicate: true, excludeStatusPattern });
    }
    outback = await startOutback(jar!);
    const body = await (await client.get('/replay/cdxb/default', { url: '*' })).text();
    await fetch(outback.url, { method: 'POST', body });
  }, 60_000);
  afterAll(() => outback?.stop());

  const theirs = async (query: CdxTestQuery) =>
    readTextResponse(await fetch(`${outback.url}?${new URLSearchParams(query)}`));
  // OutbackCDX's `json` format, an array of arrays, is called `jsonarray` in Holdfast, where `json` has pywb's format.
  const ours = async ({ output, ...query }: CdxTestQuery) =>
    readTextResponse(
      await client.get('/replay/cdxb/default', {
        ...query,
        ...(output && { output: output === 'json' ? 'jsonarray' : output }),
      }),
    );

  it('answers what we answer, but for what is named', async () => {
    const counts = { equal: 0, refused: 0, theyRefuse: 0, named: 0 };
    const unnamed: unknown[] = [];
    const judge = async (query: CdxTestQuery) => {
      const [own, other] = await Promise.all([ours(query), theirs(query)]);
      const difference = explainDifference(query);
      if (own.status === 400) counts.refused += 1;
      else if (other.status < 400 && isSame(parseRows(own, query), parseRows(other, query)))
        counts.equal += 1;
      else if (difference && (await isAsNamed(parseRows(own, query), difference, query))) counts.named += 1;
      // Counts queries that OutbackCDX refuses, because they cannot be compared.
      else if (other.status >= 400) counts.theyRefuse += 1;
      else
        unnamed.push([
          String(new URLSearchParams(query)),
          own.text.slice(0, 1_500),
          other.text.slice(0, 1_500),
        ]);
    };
    const isAsNamed = async (
      rows: readonly string[],
      { instead, order }: ExplainedDifference,
      { closest }: CdxTestQuery,
    ) => {
      const expected = parseRows(await theirs(instead), instead);
      if (order === 'reverse') return isSame(rows, expected.toReversed());
      if (order === undefined) return isSame(rows, expected);
      const byDistance = closestFirst(closest!);
      return (
        isSame(
          rows.map(distanceTo(closest!)),
          rows.map(distanceTo(closest!)).toSorted((a, b) => a - b),
        ) && isSame(rows.toSorted(byDistance), expected.toSorted(byDistance))
      );
    };
    for (let at = 0; at < cdxTestQueries.length; at += AT_ONCE) {
      await Promise.all(cdxTestQueries.slice(at, at + AT_ONCE).map(judge));
    }
    process.stderr.write(`OutbackCDX and we: ${JSON.stringify(counts)}\n`);
    expect(unnamed).toEqual([]);
    expect(counts.equal).toBeGreaterThan(400);
  }, 120_000);
});

const AT_ONCE = 8;

interface Outback {
  /** Address of an index. */
  readonly url: string;
  stop(): Promise<unknown>;
}

async function startOutback(program: string): Promise<Outback> {
  const port = String(await findFreePort());
  const folder = await createTemporaryFolder();
  const options = ['-Xmx256m', '-jar', program, '-b', '127.0.0.1', '-p', port, '-d', folder];
  const started = await startProcess('java', options, { cwd: folder });
  await started.answers(`http://127.0.0.1:${port}/`);
  return { url: `http://127.0.0.1:${port}/captures`, stop: () => started.stop() };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function readTextResponse(response: Response): Promise<Answer> {
  return { status: response.status, text: await response.text() };
}

/** Returns one row per capture in a common format: numbers as strings, and the same name for the redirect target. */
function parseRows({ text }: Answer, { output = 'text' }: CdxTestQuery): string[] {
  if (output === 'json' || output === 'jsondict') {
    const rows = text === '' ? [] : (JSON.parse(text) as object[]);
    // The first row of `json` contains the column names.
    return rows.slice(output === 'json' ? 1 : 0).map((row) => {
      const values = Array.isArray(row)
        ? row.map(String)
        : Object.entries(row).map(([name, value]) => `${nameOf(name)} ${value}`);
      return values.join(' ');
    });
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return output === 'cdxj' ? lines.map((line) => line.replace('"redirecturl":', '"redirect":')) : lines;
}

function nameOf(field: string): string {
  return field === 'redirecturl' ? 'redirect' : field;
}

function isSame(rows: readonly unknown[], others: readonly unknown[]): boolean {
  return JSON.stringify(rows) === JSON.stringify(others);
}

function distanceTo(closest: string): (row: string) => number {
  return (row) => Math.abs(parseSecond(row.split(' ')[1]!) - parseSecond(closest));
}

function closestFirst(closest: string): (row: string, other: string) => number {
  const distance = distanceTo(closest);
  return (row, other) => distance(row) - distance(other) || (row < other ? -1 : 1);
}

function parseSecond(timestamp: string): number {
  const [, date, time] = /^(\d{8})(\d{6})$/.exec(timestamp)!;
  const iso = `${date!.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time!.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
  return Date.parse(iso) / 1000;
}
