// Replays the undo of a deletion that was lost in a failover.
import { expect, it, jest } from '@jest/globals';
import { send } from '../../send.ts';
import { makeServiceSettings, startService } from '../rebuild/rebuilt.ts';
import { crawl, makeTwoHistories } from './histories.ts';

jest.setTimeout(120_000);

it('a lost undo is repeated with its notices, whether the deletion was lost as well or not', async () => {
  let uuids: string[] = [];
  let before = '';
  const { older, storeFolder } = await makeTwoHistories({
    before: async (client) => {
      uuids = await crawl(client, { a: 'one', b: 'two' });
      const { headers } = await send(client, 'DELETE', `/artifacts/${uuids[0]}`);
      before = headers.get('x-holdfast-deletion')!;
    },
    lost: async (client) => {
      const { headers } = await send(client, 'DELETE', `/artifacts/${uuids[1]}`);
      for (const number of [before, headers.get('x-holdfast-deletion')])
        expect((await send(client, 'POST', `/deletions/${number}/undo`)).status).toBe(200);
    },
  });
  const environment = { OBJECT_STORE: `fs:${storeFolder}`, OLDER_DATABASE: 'repair' };
  const { client, ready } = await startService(await makeServiceSettings(older.url, environment));
  await ready();
  const listed = (await client.artifacts('au')).map(({ uuid }) => uuid);
  expect(listed.sort()).toEqual([...uuids].sort());
  expect((await client.bytes(`/artifacts/${uuids[0]}/payload`)).toString()).toBe('one');
  const { deletions } = await client.json<{ deletions: object[] }>('/deletions');
  expect(deletions).toMatchObject([{ number: Number(before), state: 'restored' }]);
  const { notices } = await client.json<{ notices: { kind: string }[] }>('/notices');
  const kinds = ['deletion.done', 'deletion.done', 'deletion.restored', 'deletion.restored'];
  expect(
    notices
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('deletion'))
      .sort(),
  ).toEqual(kinds);
});
