// Prepares the node for the tasks: a publisher with configured and unconfigured AUs, a page in two versions, a damaged
// artifact with an intact copy in another AU, and past imports.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTemporaryFolder,
  formatBasicAuth,
  makeResponseRecord,
  TestRepositoryClient,
} from '@holdfast/testkit';
import { type EmptyNode, examplesUrl, startEmptyNode } from '../empty-node.ts';
import { damageRecord } from '../stored-record.ts';

export interface TaskNode extends EmptyNode {
  /** Path of a WARC on the user's disk. */
  readonly archive: string;
  /** AU that contains the damaged page and the page with two versions. */
  readonly auid: string;
  readonly name: string;
}

/** URL of the page whose artifact is damaged; `CHANGED_URL` is the page with two versions. */
export const DAMAGED_URL = 'http://www.example.org/';
export const CHANGED_URL = 'http://www.example.org/tides-today';

const auidOf = (year: number) =>
  `org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~${year}`;

export async function startTaskNode(): Promise<TaskNode> {
  const folder = await createTemporaryFolder();
  const titles = join(folder, 'titles.tdb');
  const years = Array.from({ length: 8 }, (_, at) => 2016 + at);
  const given = await readFile(new URL('titles.tdb', examplesUrl), 'utf8');
  const more = years
    .map((year) => `    au < released ; ${year} ; Tide Tables ${year} ; ${year} >\n`)
    .join('');
  await writeFile(titles, given.replace(/(?= {4}au < released ; 2024)/, more));
  const node = await startEmptyNode({ configurationEnv: { TDB_SOURCES: titles } });
  const archive = join(folder, 'crawl.warc.gz');
  await copyFile(fileURLToPath(new URL('sample.warc.gz', examplesUrl)), archive);

  const configured = [2023, 2024, 2025].map(auidOf);
  const added = await fetch(`${node.configurationUrl}/aus/add`, {
    method: 'POST',
    headers: { authorization: formatBasicAuth(node.user, node.password), 'content-type': 'text/plain' },
    body: configured.join('\n'),
  });
  if (!added.ok) throw new Error(`AUs were not added: ${added.status} ${await added.text()}`);
  const client = new TestRepositoryClient(node.repositoryUrl, node);
  const dates = ['2025-01-01T06:00:00Z', '2025-06-01T06:00:00Z'];
  const versions = dates.map((date, at) =>
    makeResponseRecord(
      CHANGED_URL,
      Buffer.from(`<p>High water: ${6 + at}:00</p>\n<p>Low water: 0:10</p>\n`),
      date,
    ),
  );
  const auid = auidOf(2025);
  const { statuses } = await client.importArchive(await readFile(archive), { auid });
  await client.importArchive(await readFile(archive), { auid: auidOf(2024) });
  await client.importArchive(Buffer.concat(versions), { auid });
  const { artifactUuid } = statuses.find(({ url }) => url === DAMAGED_URL)!;
  await damageRecord(node, artifactUuid!);
  // Reads the artifact, so that the service detects the damage.
  await client.bytes(`/artifacts/${artifactUuid}/payload`).catch(() => undefined);
  return { ...node, archive, auid, name: 'Tide Tables 2025' };
}
