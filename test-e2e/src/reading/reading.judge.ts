// Covers: services packages docs/reading-without-holdfast.md
// Runs the commands of docs/reading-without-holdfast.md unchanged on the store of a stopped service. Their output must
// match what the service returned before.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  createTemporaryFolder,
  createTestDatabase,
  describeWithTool,
  installPywb,
  makeReferenceRecord,
  makeReferenceUuid,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { waitForJournal } from '../rebuild/rebuild.ts';
import { useRepository } from '../rebuild/use.ts';
import { readCodeBlock } from '../replay/replay-page.ts';
import { runKeepCommand } from '../support/keep.ts';
import { startRepository } from '../support/repository-server.ts';

const page = new URL('../../../docs/reading-without-holdfast.md', import.meta.url);

interface ServiceArtifact {
  uuid: string;
  namespace: string;
  auid: string;
  uri: string;
  version: number;
  committed: boolean;
  collectionDate: number;
  storeDate: number;
  contentLength: number;
  contentDigest: string;
}

interface ProgramArtifact extends ServiceArtifact {
  deleted: boolean;
  file: string;
  offset: number;
  length: number;
  before: number;
  after: number;
  payloadIn: string;
}

/** Migrates artifacts of another repository. One of them is deleted and migrated again. */
async function migrateSome(client: TestRepositoryClient): Promise<void> {
  const auid = 'of another repository';
  const records = [3, 1, 2].map((version) =>
    makeReferenceRecord({
      uuid: makeReferenceUuid(`migrated ${version}`),
      ...{ namespace: 'default', auid, uri: 'http://www.example.org/migrated', version },
      ...{ collectionMs: 1_000_000 + version, storeMs: 2_000_000 + version },
      payload: Buffer.from(`version ${version}`),
    }),
  );
  await client.migrate(Buffer.concat(records), { auid, uncommitted: [makeReferenceUuid('migrated 2')] });
  const gone = `${client.url}/artifacts/${makeReferenceUuid('migrated 1')}`;
  await fetch(gone, { method: 'DELETE', headers: { authorization: client.authorization } });
  await client.migrate(records[1]!, { auid });
}

// Uses pywb's Python environment, because warcio is a dependency of pywb.
describeWithTool(await installPywb(), 'what is stored, read without the service', (python) => {
  let environment: { PATH: string };
  let folder: string;
  let expected: ServiceArtifact[];
  let read: ProgramArtifact[];

  async function shell(commands: string, variables: Record<string, string> = {}): Promise<string> {
    const { stdout } = await promisify(execFile)('sh', ['-ec', commands], {
      cwd: folder,
      env: { ...environment, ...variables },
      maxBuffer: 256 * 1024 * 1024,
    });
    return stdout;
  }

  beforeAll(async () => {
    folder = await createTemporaryFolder();
    const programs = await createTemporaryFolder();
    // Replaces the installed `warcio` script, which contains the path of a folder that has since moved.
    await writeFile(join(programs, 'warcio'), `#!/bin/sh\nexec '${python}' -m warcio.cli "$@"\n`, {
      mode: 0o755,
    });
    environment = { PATH: `${programs}:/usr/local/bin:/usr/bin:/bin` };
    const { url: databaseUrl } = await createTestDatabase();
    const env = { SEGMENT_RECORDS: '50', JOURNAL_INTERVAL: '100ms', COMPACTION_PERIOD: 'off' };
    const server = await startRepository({ databaseUrl, objectStore: `fs:${folder}`, env });
    const place = { databaseUrl, objectStore: `fs:${folder}` };
    const between = async () => void (await runKeepCommand(place, 'compact', '--grace', '1h'));
    await useRepository({ client: server.client, seed: 3, artifacts: 300, between });
    await migrateSome(server.client);
    await waitForJournal(server);
    expected = await listAllFromService(server.client);
    await server.process.stop();
    await writeFile(join(folder, 'artifacts.py'), readCodeBlock('python', 'import gzip', page));
    await shell(readCodeBlock('sh', 'artifacts.py', page));
    const text = await readFile(join(folder, 'artifacts.ndjson'), 'utf8');
    read = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ProgramArtifact);
  }, 120_000);

  it('is every artifact, as the service told of it', () => {
    const facts = (all: readonly ServiceArtifact[]) =>
      all
        .map(({ uuid, namespace, auid, uri, version, committed, collectionDate, storeDate, ...of }) => {
          const { contentLength, contentDigest } = of;
          return {
            uuid,
            namespace,
            auid,
            uri,
            version,
            committed,
            collectionDate,
            storeDate,
            contentLength,
            contentDigest,
          };
        })
        .sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
    expect(facts(read.filter(({ deleted }) => !deleted))).toEqual(facts(expected));
    expect(expected.length).toBeGreaterThan(250);
  });

  it('passes warcio check, and is listed by warcio and by grep alike', async () => {
    const listed = await shell(`${readCodeBlock('sh', 'warcio index', page)}`);
    const uris = new Set(
      listed
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, string>)
        .filter((line) => line['warc-type'] !== 'warcinfo' && line['warc-type'] !== 'metadata')
        .map((line) => line['warc-target-uri']),
    );
    const grepped = await shell(readCodeBlock('sh', 'WARC-Target-URI', page));
    const found = [...grepped.matchAll(/^WARC-Target-URI: (.*?)\r?$/gm)].map(([, uri]) => uri);
    expect(new Set(found)).toEqual(uris);
    expect(new Set(read.map(({ uri }) => uri))).toEqual(uris);
    const auids = [...grepped.matchAll(/^auid: (.*?)\r?$/gm)].map(([, auid]) => auid);
    expect(new Set(auids)).toEqual(new Set(expected.map(({ auid }) => auid)));
  }, 120_000);

  it('is the journal, each entry once and in order', async () => {
    const lines = (await shell(readCodeBlock('sh', 'objects/journal', page))).trimEnd().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { id: number }).id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(ids.length).toBeGreaterThan(100);
  });

  it('gives every artifact’s content, byte for byte', async () => {
    const places = new Map(read.map((one) => [one.uuid, one]));
    for (let at = 0; at < read.length; at += 61) {
      const { payloadIn, contentDigest, uri } = read[at]!;
      const { file, offset, length, before, after } = places.get(payloadIn)!;
      const variables = { file, offset: String(offset), length: String(length) };
      await shell(readCodeBlock('sh', 'gzip -dc > record', page), variables);
      const variablesOfPage = { before: String(before), after: String(after) };
      await shell(readCodeBlock('sh', '> records.warc.gz', page), { ...variables, ...variablesOfPage });
      expect((await stat(join(folder, 'records.warc.gz'))).size).toBe(before + length + after);
      await shell(readCodeBlock('sh', '--payload', page), variables);
      const payload = await readFile(join(folder, 'payload'));
      expect(`SHA-256:${createHash('sha256').update(payload).digest('hex')}`).toBe(contentDigest);
      const record = await readFile(join(folder, 'record'), 'latin1');
      expect(record).toMatch(/^WARC\/1\.[01]\r\nWARC-Type: (response|resource)\r\n/);
      if (payloadIn === read[at]!.uuid) expect(record).toContain(`WARC-Target-URI: ${uri}\r\n`);
    }
  }, 120_000);
});

async function listAllFromService(
  client: Awaited<ReturnType<typeof startRepository>>['client'],
): Promise<ServiceArtifact[]> {
  const expected: ServiceArtifact[] = [];
  for (const namespace of await client.json<string[]>('/namespaces')) {
    const { auids } = await client.json<{ auids: string[] }>('/aus', { namespace });
    for (const auid of auids) {
      const artifacts = await client.artifacts(auid, { namespace, includeUncommitted: true });
      expected.push(...(artifacts as unknown as ServiceArtifact[]));
    }
  }
  return expected;
}
