// Covers: packages/migrate-laaws services/repository-service packages/testkit
// Runs `./holdfast migrate repository` into a real service, from the files of a reference store and from a running
// node.
import { createHash } from 'node:crypto';
import { appendFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createTemporaryFolder,
  createTestDatabase,
  makeJournalRecord,
  makeReferenceRecord,
  makeReferenceUuid,
  type ReferenceNode,
  startReferenceNode,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { findRunbookCommand, runRunbookCommand } from '../runbooks/runbook.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { compareArtifacts } from './compare.ts';
import { type ExpectedArtifact, type MadeStore, makeStore } from './made-store.ts';
import { type MigrationRunReport, makeCommandEnvironment, runMigrationToEnd } from './run-migration.ts';

jest.setTimeout(60_000);

let server: RepositoryServer;

beforeAll(async () => {
  const [{ url: databaseUrl }, store] = [await createTestDatabase(), await createTemporaryFolder()];
  server = await startRepository({ databaseUrl, objectStore: `fs:${store}` });
});

afterAll(async () => {
  await server.process.stop();
});

describe('from files', () => {
  let store: string;
  let work: string;
  let made: MadeStore;
  let first: MigrationRunReport;
  const run = (...words: string[]) =>
    runMigrationToEnd({ server, work, words: [store, '--quiet', ...words] });

  beforeAll(async () => {
    [store, work] = [await createTemporaryFolder(), await createTemporaryFolder()];
    made = makeStore({ folder: store, aus: 4, artifactsOfAu: 60, payloadBytes: 2_000, damagedJournal: 2 });
  });

  it('takes every artifact over as it is, and says what the other side had', async () => {
    const { code, report, output } = await run();
    first = report;
    // The report mentions the one damaged journal.
    expect([code, output]).toEqual([1, expect.stringContaining('1 state journal damaged')]);
    const uncommitted = made.artifacts.filter(({ committed }) => !committed).length;
    expect(report).toMatchObject({
      complete: true,
      totals: {
        ...{ aus: 4, same: 4, stored: made.artifacts.length, deleted: made.deleted.length, removed: 0 },
        ...{ problems: 1, damagedJournals: 1 },
        source: { artifacts: made.artifacts.length, uncommitted },
      },
    });
    expect(report.totals.target).toEqual(report.totals.source);
    for (const { source, target } of report.aus) expect(target).toEqual(source);
    await compareArtifacts(server.client, made, 1);
  });

  it('finds both sides the same when it only compares', async () => {
    const { report } = await run('--verify');
    expect(report.totals).toMatchObject({ aus: 4, same: 4, stored: 0, found: 0 });
    const digests = ({ aus }: MigrationRunReport) => new Map(aus.map(({ auid, target }) => [auid, target]));
    expect(digests(report)).toEqual(digests(first));
  });

  it('takes over what came since, and removes what was deleted since', async () => {
    const { path, auid } = made.files[1]!;
    const [gone, committed] = [
      made.artifacts.find((one) => one.auid === auid && one.committed)!,
      made.artifacts.find((one) => one.auid === auid && !one.committed)!,
    ];
    const late = { ...gone, uuid: makeReferenceUuid('late'), uri: 'http://www.example.org/late', version: 1 };
    const payload = Buffer.from('late');
    const { collectionDate: collectionMs, storeDate: storeMs } = late;
    await appendFile(path, makeReferenceRecord({ ...late, collectionMs, storeMs, payload }));
    const journal = join(path, '..', 'artifact_state.warc');
    const at = Date.now();
    await appendFile(
      journal,
      Buffer.concat([
        makeJournalRecord(late.uuid, 'COPIED', at),
        makeJournalRecord(gone.uuid, 'DELETED', at),
        makeJournalRecord(committed.uuid, 'PENDING_COPY', at),
      ]),
    );
    const { report } = await run('--auid', auid);
    expect(report.totals).toMatchObject({ aus: 1, same: 1, stored: 1, removed: 1 });
    const now = await server.client.artifacts(auid, { namespace: 'lockss', includeUncommitted: true });
    const found = new Map(now.map((one) => [one.uuid, one.committed]));
    expect([found.get(late.uuid), found.has(gone.uuid), found.get(committed.uuid)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('sends again what the service has lost, and tells what is damaged', async () => {
    const { auid, path, bytes } = made.files[6]!;
    const lost = made.artifacts.find((one) => one.auid === auid);
    await fetch(`${server.client.url}/artifacts/${lost!.uuid}?namespace=lockss`, {
      method: 'DELETE',
      headers: { authorization: server.client.authorization },
    });
    await truncate(path, bytes - 10);
    const { code, report } = await run('--auid', auid);
    expect(code).toBe(1);
    expect(report.aus[0]!.problems.map(({ message }) => message)).toEqual([expect.stringMatching(/ends/)]);
    const [au] = report.aus;
    expect(au!.differences?.missing ?? []).toEqual([]);
  });

  it('sends files that go together one by one when one of them is damaged', async () => {
    const [damaged, whole] = made.files.slice(2, 4) as [MadeStore['files'][0], MadeStore['files'][0]];
    await truncate(damaged.path, damaged.bytes - 10);
    const { report } = await run('--auid', damaged.auid, '--state', join(work, 'another'));
    const { problems, differences } = report.aus[0]!;
    expect(problems).toEqual([expect.objectContaining({ where: damaged.path })]);
    expect(differences).toMatchObject({ missing: [], differing: [], surplus: [expect.any(String)] });
    expect(report.totals).toMatchObject({ stored: 0 });
    expect(whole.auid).toBe(damaged.auid);
  });
});

describe('from a running node', () => {
  let node: ReferenceNode;
  let work: string;
  const auid = 'org|example|Plugin&of~a&node~1';

  beforeAll(async () => {
    [node, work] = [await startReferenceNode(), await createTemporaryFolder()];
    for (let i = 0; i < 25; i++) {
      const uuid = makeReferenceUuid(`of the node ${i}`);
      const [version, payload] = [1 + (i % 3), Buffer.from(`content ${i}`.repeat(i * i))];
      node.artifacts.set(uuid, {
        ...{
          uuid,
          namespace: 'elsewhere',
          auid,
          uri: `http://www.example.org/${Math.floor(i / 3)}`,
          version,
        },
        ...{
          payload,
          collectionMs: 1_000_000_000_000 + i,
          storeMs: 1_000_000_000_000 + 2 * i,
          committed: true,
        },
        ...(i % 2 === 0 && { head: 'HTTP/1.1 200 OK\r\n\r\n' }),
      });
    }
  });

  afterAll(() => node.stop());

  it('takes over what is missing, again and again, and removes what is gone', async () => {
    const words = [node.url, '--quiet'];
    const command = findRunbookCommand('come-over.md', './holdfast migrate repository "$NODE"');
    // The reference node accepts any login.
    await writeFile(join(work, 'node-password'), 'x');
    const given = { NODE: node.url, NODE_USER: 'nobody', WORK: work };
    const said = await runRunbookCommand(command, { ...makeCommandEnvironment({ server, work }), ...given });
    expect(said).toMatch(/^25 artifacts stored by this run; 0 sent/m);
    expect(said).toMatch(/^1 of 1 AU equal on both sides\.$/m);
    const [gone] = node.artifacts.keys();
    node.artifacts.delete(gone!);
    const late = {
      ...[...node.artifacts.values()][3]!,
      uuid: makeReferenceUuid('of the node, late'),
      version: 9,
    };
    node.artifacts.set(late.uuid, late);
    const givenBefore = node.given();
    const second = await runMigrationToEnd({ server, work, words });
    expect(second.report.totals).toMatchObject({ same: 1, stored: 1, found: 0, removed: 1 });
    expect(node.given() - givenBefore).toBe(1);
    const artifacts = [...node.artifacts.values()].map(
      ({ payload, head: _, collectionMs, storeMs, ...one }): ExpectedArtifact => ({
        ...one,
        ...{ collectionDate: collectionMs, storeDate: storeMs, contentLength: payload.length },
        contentDigest: `SHA-256:${createHash('sha256').update(payload).digest('hex')}`,
      }),
    );
    const deleted = [{ uuid: gone!, namespace: 'elsewhere' }];
    await compareArtifacts(server.client, { artifacts, deleted }, 1);
    // An uncommitted artifact is reported as surplus only if the node does not have it. The node's listing omits
    // uncommitted artifacts.
    const uncommitted = { ...late, uuid: makeReferenceUuid('uncommitted'), version: 10, committed: false };
    const { namespace, uuid } = uncommitted;
    await server.client.migrate(makeReferenceRecord(uncommitted), { namespace, auid, uncommitted: [uuid] });
    const surplus = await runMigrationToEnd({ server, work, words: [...words, '--verify'] });
    expect([surplus.code, surplus.report.aus[0]!.differences!.surplus]).toEqual([1, [uuid]]);
    node.artifacts.set(uuid, uncommitted);
    const compared = await runMigrationToEnd({ server, work, words: [...words, '--verify'] });
    expect([compared.code, compared.report.totals.same]).toEqual([0, 1]);
  });

  it('removes nothing that another source brought, whatever it says is gone', async () => {
    const merged = 'org|example|Plugin&merged~1';
    const other = await startReferenceNode();
    const [own, others] = [node, other].map((one, index) => {
      const uuid = makeReferenceUuid(`merged ${index}`);
      const { uri, version } = { uri: `http://merged.example/${index}`, version: 1 };
      const times = { collectionMs: 1_000_000_000_000, storeMs: 1_000_000_000_001 };
      const payload = Buffer.from(`merged ${index}`);
      one.artifacts.set(uuid, {
        uuid,
        namespace: 'elsewhere',
        auid: merged,
        uri,
        version,
        payload,
        ...times,
        committed: true,
      });
      return uuid;
    });
    const here = async () =>
      (await server.client.artifacts(merged, { namespace: 'elsewhere' })).map(({ uuid }) => uuid).sort();
    const from = async (one: ReferenceNode, ...words: string[]) =>
      runMigrationToEnd({ server, work, words: [one.url, '--quiet', '--auid', merged, ...words] });
    await from(node);
    await from(other);
    expect(await here()).toEqual([own, others].sort());
    const again = await from(node);
    expect(again.report.totals).toMatchObject({ deleted: 0, removed: 0, kept: 1, same: 0 });
    expect([again.code, await here()]).toEqual([1, [own, others].sort()]);
    // An artifact that came from this source is removed once this source no longer lists it.
    node.artifacts.delete(own!);
    node.artifacts.set(others!, { ...other.artifacts.get(others!)!, uri: 'http://merged.example/1' });
    expect((await from(node)).report.totals).toMatchObject({ removed: 1, kept: 0 });
    expect(await here()).toEqual([others]);
    // The target had this artifact before this source listed it, so the artifact is not removed when the source no
    // longer lists it.
    node.artifacts.delete(others!);
    expect((await from(node)).report.totals).toMatchObject({ removed: 0 });
    expect(await here()).toEqual([others]);
    // Passing --as declares that both sources are the same node.
    node.artifacts.set(own!, {
      ...other.artifacts.get(others!)!,
      uuid: own!,
      uri: 'http://merged.example/0',
    });
    expect((await from(node, '--as', other.url)).report.totals).toMatchObject({
      stored: 1,
      removed: 1,
      kept: 0,
    });
    expect(await here()).toEqual([own]);
    await other.stop();
  });
});
