import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';
import { createFileClient, type FileClient } from './file-requests.ts';

describe('two writers at two replicas', () => {
  const services: ConfigTestService[] = [];
  let clients: FileClient[];
  beforeAll(async () => {
    const { url } = await createConfigDatabase();
    services.push(...(await Promise.all([startTestService(url), startTestService(url)])));
    clients = services.map(createFileClient);
    await Promise.all(services.map((service) => service.becomes(true)));
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  const race = async (
    headers: Record<string, string>,
    round: number,
  ): Promise<{ winner: number; etag: string }> => {
    const answers = await Promise.all(
      clients.map((client, writer) =>
        client.put('expert', `x.writer=${writer}\nx.round=${round}\n`, headers),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = answers.findIndex(({ status }) => status === 200);
    return { winner, etag: answers[winner]!.headers.get('etag')! };
  };

  it('with the same If-Match: exactly one of them wins, in each of 25 rounds', async () => {
    let { etag } = await race({ 'If-None-Match': '*' }, 0);
    for (let round = 1; round <= 25; round += 1) {
      const won = await race({ 'If-Match': etag }, round);
      for (const client of clients) {
        const answer = await client.get('expert');
        expect(answer.headers.get('etag')).toBe(won.etag);
        expect(await answer.text()).toBe(`x.writer=${won.winner}\nx.round=${round}\n`);
      }
      expect(won.etag).not.toBe(etag);
      etag = won.etag;
    }
  }, 120_000);

  it('who both only create: exactly one of them does, whatever they ask with', async () => {
    for (const headers of [{ 'If-None-Match': '*' }, { 'If-Match': '"0"' }]) {
      const section = 'If-Match' in headers ? 'plugin' : 'migration';
      const answers = await Promise.all(clients.map((client) => client.put(section, 'x.a=1', headers)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    }
  });
});
