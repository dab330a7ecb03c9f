// Covers: services/repository-service/src/features/replay services/repository-service/src/index/replay
// Resume keys: present only if the response is truncated, and readable in every output format.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { makeWarcRecord } from './made-records.ts';

let service: TestService;
const MINUTES = 6;

beforeAll(async () => {
  service = await startTestService();
  const pages = Array.from({ length: MINUTES }, (_, minute) =>
    ['200 OK', '404 Not Found'].map((status, i) =>
      makeWarcRecord(
        'response',
        `http://rest.test/${minute % 2 === 0 ? '' : 'odd'}`,
        `2020-01-01T00:0${minute}:0${i}Z`,
        Buffer.from(`HTTP/1.1 ${status}\r\nContent-Type: text/html\r\n\r\n${minute} ${i}`),
      ),
    ),
  ).flat();
  const { statuses } = await service.client.importArchive(Buffer.concat(pages), { auid: 'rest' });
  expect(statuses.filter(({ status }) => status !== 'OK')).toEqual([]);
});

const ask = (query: Record<string, string>) => service.client.get('/replay/cdxb/default', query);

/** Follows the resume keys of a query until the last response. Returns the lines of each response. */
async function all(query: Record<string, string>): Promise<string[][]> {
  const answers: string[][] = [];
  for (let resumeKey: string | undefined = ''; resumeKey !== undefined; ) {
    const answer = await ask({ ...query, showResumeKey: 'true', ...(resumeKey && { resumeKey }) });
    expect(answer.status).toBe(200);
    const [lines = '', key] = (await answer.text()).split('\n\n');
    answers.push(lines.trimEnd().split('\n'));
    resumeKey = key?.trimEnd();
    expect(answers.length).toBeLessThan(50);
  }
  return answers;
}

const sorts = [{}, { sort: 'reverse' }, { closest: '20200101000230' }];
const choices: [name: string, query: Record<string, string>][] = [
  ['all', {}],
  ['collapsed', { collapse: 'timestamp:12' }],
  ['collapsed to the last', { collapseToLast: 'timestamp:12' }],
  ['collapsed by time', { collapseTime: '12' }],
  ['collapsed to one', { collapse: 'urlkey' }],
  ['filtered', { filter: '=status:404' }],
  ['filtered and collapsed', { filter: '=status:404', collapse: 'timestamp:11' }],
  ['filtered to some', { filter: '~timestamp:2020010100000[01].*' }],
  ['without redirects to themselves', { omitSelfRedirects: 'true' }],
];
const cases = choices.flatMap(([name, query]) =>
  ['exact', 'prefix', 'host'].flatMap((matchType) =>
    sorts.map((sort) => ({ name, query: { url: 'http://rest.test/', matchType, ...query, ...sort } })),
  ),
);

it.each(cases)('answers go on to the last record, and no farther ($name, $query)', async ({ query }) => {
  const whole = (await (await ask(query)).text()).trimEnd().split('\n');
  for (const limit of [1, 2, 3, whole.length, whole.length + 1]) {
    const answers = await all({ ...query, limit: String(limit) });
    expect(answers.flat()).toEqual(whole);
    expect(answers).toHaveLength(Math.ceil(whole.length / limit));
  }
});

describe('the body with a key', () => {
  const forms = ['json', 'jsondict', 'jsonarray', 'cdxj', 'text'];
  const ways = [
    {},
    { collapse: 'timestamp:12' },
    { filter: '=status:200' },
    { sort: 'closest', closest: '2020' },
  ];
  it.each(forms.flatMap((output) => ways.map((way) => ({ output, way }))))(
    'can be read as $output ($way)',
    async ({ output, way }) => {
      for (const fl of [{}, { fl: 'urlkey,timestamp' }]) {
        const query = { url: 'http://rest.test/', output, limit: '2', showResumeKey: 'true', ...way, ...fl };
        const text = await (await ask(query as Record<string, string>)).text();
        if (output === 'jsondict') {
          const items = JSON.parse(text) as Record<string, string>[];
          expect(items.map((item) => 'resumeKey' in item)).toEqual([false, false, true]);
        } else if (output === 'jsonarray') {
          const [, first, , empty, key] = JSON.parse(text) as string[][];
          expect([first!.length > 1, empty, key!.length]).toEqual([true, [], 1]);
        } else if (output === 'json') {
          const items = text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as object);
          expect(items.map((item) => 'resumeKey' in item)).toEqual([false, false, true]);
        } else expect(text).toMatch(/^[^\n]+\n[^\n]+\n\n[^\n]+\n$/);
      }
    },
  );
});
