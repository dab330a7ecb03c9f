// Replays lost changes of two processes one after another. A process that replays late must not overwrite later changes
// of the other process or changes that users made after the failover.
import { expect, it, jest } from '@jest/globals';
import { setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import { insertEvents } from '../../../src/index/history/events.db.ts';
import { deleteShippedLines, readJournalLines } from '../../../src/index/keeping/journal.db.ts';
import { commit, loseChanges, readCommitted } from './lost-changes.ts';

jest.setTimeout(120_000);

it.each(['waiting', 'shipped'])(
  'keeps later changes, with the journal line of a user %s',
  async (journal) => {
    const { uuids, lines, replay, database } = await loseChanges(
      { a: 'one', b: 'two', c: 'three', d: 'four' },
      async (client, [first, second, third]) => {
        await commit(client, first!, false);
        await commit(client, first!, true);
        await commit(client, second!, false);
        await commit(client, third!, false);
      },
    );
    const [uncommit, recommit, own, overtaken] = lines;
    await replay([recommit!]);
    // A user changes an artifact while the other process has not replayed its lines yet.
    const db = database.kysely;
    for (const committed of [false, true]) await setCommitted(db, uuids[2]!, committed, { by: 'user' });
    if (journal === 'shipped') {
      const written = await readJournalLines(db, 100);
      await insertEvents(db, written);
      await deleteShippedLines(db, written);
    }
    await replay([uncommit!, own!, overtaken!]);
    expect(await readCommitted(database, uuids)).toEqual([true, false, true, true]);
  },
);

it('applies a later change after another process has replayed an earlier one', async () => {
  const { uuids, lines, replay, database } = await loseChanges({ a: 'one' }, async (client, [only]) => {
    await commit(client, only!, false);
    await commit(client, only!, true);
    await commit(client, only!, false);
  });
  await replay([lines[1]!]);
  await replay([lines[0]!, lines[2]!]);
  expect(await readCommitted(database, uuids)).toEqual([false]);
});
