// Covers: services/repository-service/src/jobs/search services/repository-service/src/index/search services/repository-service/src/index/migrations
// When PostgreSQL recovers from a crash (SIGKILL), it empties the unlogged tables of the URL search. The service fills
// them again.
import type { ContentSearchResult } from '@holdfast/api-types';
import { startTestPostgres } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { ask } from '../../features/artifacts/ask.ts';
import { plainHead, store } from '../../features/artifacts/captures.ts';
import { startTestService } from '../../service.ts';
import { until } from '../../until.ts';

it('finds all URLs again after a crash of PostgreSQL', async () => {
  const postgres = await startTestPostgres();
  const { client } = await startTestService({ DATABASE_URL: postgres.server.url, URL_SEARCH: 'all' });
  const find = async (q: string): Promise<ContentSearchResult | undefined> => {
    const { status, body } = await ask(client, '/search', { query: { q } });
    return status === 200 ? (JSON.parse(body.toString()) as ContentSearchResult) : undefined;
  };
  const isFound = (q: string) => async () => (await find(q))?.captures.length === 1;
  await store(client, [{ url: 'http://www.example.org/before', head: plainHead, body: 'x' }]);
  await until(isFound('org/before'));
  await postgres.kill();
  expect(await find('org/before')).toBeUndefined();
  await postgres.restart();
  await until(async () => (await find('org/before')) !== undefined);
  await store(client, [{ url: 'http://www.example.org/after', head: plainHead, body: 'x' }]);
  for (const q of ['org/before', 'org/after']) await until(isFound(q));
  expect((await find('org/before'))?.urls).toMatchObject({ state: 'ready', match: 'part' });
}, 180_000);
