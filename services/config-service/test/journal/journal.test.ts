// Tests the configuration journal: which changes are shipped, in which order, and what a rebuild restores.
import { listJournalObjects } from '@holdfast/journal';
import { describe, expect, it } from '@jest/globals';
import { describeJournaledTables } from '../../src/index/journal/journal-rows.db.ts';
import { journaledTables, unjournaledTables } from '../../src/index/journal/tables.ts';
import { throwIfConfigurationOlder } from '../../src/journal/compare.ts';
import { rebuildConfiguration } from '../../src/journal/rebuild.ts';
import {
  addAu,
  createJournaled,
  type Journaled,
  listKinds,
  openJournaled,
  readContents,
  restoreFrom,
} from './journaled.ts';

const EVERY_TABLE = [
  `insert into au_configuration (auid, plugin_id, configuration, created_ms, updated_ms, made_name, name_rule)
   values ('au é "1"', 'p', '{"a": "1\\n2", "reserved.disabled": "true"}', 1, 9007199254740993, 'n', null)`,
  `insert into au_state values ('au1', '{"big": 12345678901234567890.123}')`,
  `insert into au_agreement values ('au1', 'TCP:[1.2.3.4]:9729', '{"x": 1}'), ('au1', 'other', '{"x": null}')`,
  `insert into au_suspect_urls values ('au1', '[]')`,
  `insert into no_au_peers values ('au1', '{}')`,
  `insert into user_account values ('alice', '{"currentPassword": "SHA-256:00ff"}')`,
  `insert into config_content (sha256, size_bytes, created_ms) values ('00', 300000, 1), ('01', 0, 1)`,
  `insert into config_content_piece
   select content_id, 0, decode(repeat('00ff0a5c22', 60000), 'hex') from config_content where sha256 = '00'`,
  `insert into config_file (section, version, content_id, format, modified_ms) values ('expert', 1, 1, 'properties', 5)`,
  `insert into config_file_version values ('expert', 1, 1, 'properties', 5, 'admin')`,
  `insert into config_source values
   ('http://a/', 0, 'configuration', true, 1, 'xml', false, null, null, 1, false),
   ('http://b/', 1, 'titles', false, null, 'tdb', true, 'etag', null, 1, true)`,
  `insert into plugin_download (url, final_url, body, fetched_ms, head)
   values ('http://p/', 'http://p/x', decode('000102ff', 'hex'), 1, '{"sha256": "0", "fields": [["a", "b"]]}')`,
  `insert into registry_file (registry, url, place, kind, usable) values ('http://p/', 'http://p/x', 0, 'jar', true)`,
  `insert into tdb_download values ('http://t/', 2, null, null, 1)`,
];

async function fill(journaled: Journaled): Promise<void> {
  for (const statement of EVERY_TABLE) await journaled.query(statement);
}

describe('the list of tables', () => {
  it('names every table of the schema once', async () => {
    const { db } = await createJournaled();
    const { rows } = await db.pool.query(
      `select relname::text as name from pg_class
       where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
    );
    const found = rows.map(({ name }) => name as string);
    const listed = [...journaledTables, ...Object.keys(unjournaledTables)];
    expect(found.filter((name) => !listed.includes(name))).toEqual([]);
    expect(journaledTables.filter((name) => name in unjournaledTables)).toEqual([]);
    // The migrations create all listed tables except this one, which is created on demand.
    expect(Object.keys(unjournaledTables).filter((name) => !found.includes(name))).toEqual(['shared_secret']);
  });

  it('agrees with the triggers, for each way to change a row', async () => {
    const { db } = await createJournaled();
    const { rows } = await db.pool.query(
      `select tgrelid::regclass::text as name, string_agg(tgname::text, ' ' order by tgname) as triggers
       from pg_trigger where tgname like 'configuration\\_journal\\_%' group by 1`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...journaledTables].sort());
    for (const { triggers } of rows) {
      expect(triggers.split(' ')).toEqual(
        ['delete', 'insert', 'truncate', 'update'].map((kind) => `configuration_journal_${kind}`),
      );
    }
    expect((await describeJournaledTables(db.kysely)).map(({ name }) => name).sort()).toEqual(
      [...journaledTables].sort(),
    );
  });
});

describe('a rebuild', () => {
  it('restores every table exactly from a snapshot', async () => {
    const node = await createJournaled();
    await fill(node);
    await node.ship();
    expect(await listKinds(node.deps.place)).toEqual(['snapshot 1']);
    const restored = await restoreFrom(node.deps.place);
    expect(restored.report).toMatchObject({ outcome: 'restored', changes: 0, lost: [] });
    const contents = await readContents(restored);
    expect(contents).toEqual(await readContents(node));
    for (const table of journaledTables) expect(contents[table]).not.toEqual([]);
  });

  it('restores every table exactly from changes after a snapshot', async () => {
    const node = await createJournaled();
    await node.ship();
    await fill(node);
    await node.ship();
    await node.query(`update config_source set place = 1 - place where false`);
    await node.query(`update au_state set document = '{"changed": true}'`);
    await node.query(`delete from au_agreement where peer_id = 'other'`);
    await node.query(`update no_au_peers set auid = 'renamed'`);
    await addAu(node, 'gone at once');
    await node.query(`delete from au_configuration where auid = 'gone at once'`);
    await node.ship();
    expect(await listKinds(node.deps.place)).toEqual(['snapshot 1', 'changes 2', 'changes 3']);
    const restored = await restoreFrom(node.deps.place);
    expect(restored.report).toMatchObject({ changes: 2, lost: [] });
    expect(await readContents(restored)).toEqual(await readContents(node));
  });

  it('restores rows that exchange a unique value, and cascaded deletes', async () => {
    const node = await createJournaled();
    await fill(node);
    await node.ship();
    await node.query(`delete from config_source`);
    await node.query(`insert into config_source values
      ('http://b/', 0, 'titles', false, null, 'tdb', true, null, null, 1, true),
      ('http://a/', 1, 'configuration', true, null, 'xml', false, null, null, 1, false)`);
    await node.query(`delete from config_file_version`);
    await node.query(`delete from config_file`);
    await node.query(`delete from config_content where sha256 = '00'`);
    await node.ship();
    const restored = await restoreFrom(node.deps.place);
    const contents = await readContents(restored);
    expect(contents).toEqual(await readContents(node));
    expect(contents.config_content_piece).toEqual([]);
  });

  it('lets identities go on above every value that was given', async () => {
    const node = await createJournaled();
    await addAu(node, 'a');
    await addAu(node, 'b');
    await node.query(`delete from au_configuration where auid = 'b'`);
    await node.ship();
    const restored = await restoreFrom(node.deps.place);
    await addAu(restored, 'c');
    const { rows } = await restored.db.pool.query(
      `select auid, au_number from au_configuration order by auid`,
    );
    expect(rows).toEqual([
      { auid: 'a', au_number: 1 },
      { auid: 'c', au_number: 3 },
    ]);
  });

  it('begins a new epoch with higher places, which a later rebuild prefers', async () => {
    const node = await createJournaled();
    await addAu(node, 'a');
    await node.ship();
    const second = await restoreFrom(node.deps.place);
    await addAu(second, 'b');
    await second.ship();
    const epochs = (await listJournalObjects(node.deps.place.store, node.deps.place.prefix)).map(
      ({ epoch, sequence }) => `${epoch.slice(0, 6)} ${sequence}`,
    );
    expect(epochs).toEqual(['000001 1', '000002 2']);
    const third = await restoreFrom(node.deps.place);
    expect(await readContents(third)).toEqual(await readContents(second));
    await expect(throwIfConfigurationOlder(node.db.kysely, node.deps.place)).rejects.toThrow('older');
  });

  it('does not touch a database that has everything, and replaces rows only with --replace', async () => {
    const node = await createJournaled();
    await addAu(node, 'a');
    await node.ship();
    const again = () => rebuildConfiguration({ db: node.db.kysely, place: node.deps.place, replaces: true });
    expect(await again()).toEqual({ outcome: 'not older', lost: [] });
    const other = await openJournaled(node.deps.place);
    await addAu(other, 'b');
    const rebuild = (replaces: boolean) =>
      rebuildConfiguration({ db: other.db.kysely, place: node.deps.place, replaces });
    await expect(rebuild(false)).rejects.toThrow('--replace');
    const { aside } = await rebuild(true);
    expect(await readContents(other)).toEqual(await readContents(node));
    const { rows } = await other.db.pool.query(`select auid from ${aside}.au_configuration`);
    expect(rows).toEqual([{ auid: 'b' }]);
  });

  it('reports that there is no journal', async () => {
    const node = await createJournaled();
    expect(
      await rebuildConfiguration({ db: node.db.kysely, place: node.deps.place, replaces: false }),
    ).toEqual({ outcome: 'no journal', lost: [] });
  });
});
