// Prepares the node for the tasks: a publisher with configured and unconfigured AUs, pages in two captures, a damaged
// artifact with an intact copy in another AU, past imports, a recipient of mails, and a second user who approves
// deletions. The node has two object stores.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  corpus,
  createTemporaryFolder,
  findFreePort,
  formatBasicAuth,
  makeResponseRecord,
  TestRepositoryClient,
} from '@holdfast/testkit';
import { type DecodedMail, decodeMail, type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type EmptyNode, examplesUrl, startEmptyNode } from '../empty-node.ts';
import { makeHostileArchive } from '../hostile-captures.ts';
import { type FileUser, writeUsersFile } from '../role-users.ts';
import { damageRecord } from '../stored-record.ts';
import { BRIDGE_URL, KEEPERS_URL, LETTER_URL, makeHarbourCaptures, RATES_URL } from './harbour-pages.ts';

export interface TaskNode extends EmptyNode {
  readonly client: TestRepositoryClient;
  /** Path of a WARC on the user's disk. */
  readonly archive: string;
  /** AU that contains the damaged page and the page with two versions. */
  readonly auid: string;
  readonly name: string;
  /** AU with the pages of the harbour, all of which are intact. */
  readonly intactAu: { readonly auid: string; readonly name: string };
  readonly rates: { readonly uuid: string; readonly digest: string };
  /** UUIDs of the page with a damaged copy and of the page to be deleted. */
  readonly keepers: string;
  readonly letter: string;
  /** User who may approve deletions. */
  readonly colleague: { readonly name: string; readonly password: string };
  /** Mails that the librarian has received, oldest first. */
  readMails(): DecodedMail[];
}

/** URL of the page whose artifact is damaged; `CHANGED_URL` is the page with two versions. */
export const DAMAGED_URL = 'http://www.example.org/';
export const CHANGED_URL = 'http://www.example.org/tides-today';

const WAIT_MS = 60_000;
/** The service waits this long after a notice, and sends further notices in the same message. */
const GROUP_MS = 300_000;
const colleague = { name: 'maria', password: 'tidal mill 7421' };

export const formatTidesAuid = (year: number) =>
  `org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~${year}`;

export interface TaskNodeOptions {
  /** Also loads the plugins and titles of the corpus. */
  readonly full?: boolean;
  /** Additional users. */
  readonly users?: readonly FileUser[];
}

export async function startTaskNode(options: TaskNodeOptions = {}): Promise<TaskNode> {
  const folder = await createTemporaryFolder();
  const mailServer = await startMailServer(folder);
  const node = await startServices(folder, mailServer, options);
  const archive = join(folder, 'crawl.warc.gz');
  await copyFile(fileURLToPath(new URL('sample.warc.gz', examplesUrl)), archive);
  await addAus(node, [2023, 2024, 2025].map(formatTidesAuid));
  const client = new TestRepositoryClient(node.repositoryUrl, node);
  await sendJson(client, 'POST', '/notices/targets', {
    ...{ type: 'mail', address: 'librarian@example.org', kinds: ['copy.repaired'] },
  });

  const dates = ['2025-01-01T06:00:00Z', '2025-06-01T06:00:00Z'];
  const versions = dates.map((date, at) =>
    makeResponseRecord(
      CHANGED_URL,
      Buffer.from(`<p>High water: ${6 + at}:00</p>\n<p>Low water: 0:10</p>\n`),
      date,
    ),
  );
  const [intactAu, auid] = [formatTidesAuid(2024), formatTidesAuid(2025)];
  const { statuses } = await client.importArchive(await readFile(archive), { auid });
  await client.importArchive(await readFile(archive), { auid: intactAu });
  await client.importArchive(makeHostileArchive(makeHarbourCaptures()), { auid: intactAu });
  await client.importArchive(Buffer.concat(versions), { auid });
  const { artifactUuid } = statuses.find(({ url }) => url === DAMAGED_URL)!;
  await damageRecord(node, artifactUuid!);
  // Reads the artifact, so that the service detects the damage.
  await client.bytes(`/artifacts/${artifactUuid}/payload`).catch(() => undefined);
  // The service adds URLs to the search index in the background.
  const search = { q: BRIDGE_URL.slice(-19) };
  await until(async () => (await client.json<{ captures: [] }>('/search', search)).captures.length > 0);

  const pages = await client.artifacts(intactAu);
  const find = (url: string) => pages.find(({ uri }) => uri === url)!;
  return {
    ...{ ...node, client, archive, auid, name: 'Tide Tables 2025', colleague },
    intactAu: { auid: intactAu, name: 'Tide Tables 2024' },
    rates: { uuid: find(RATES_URL).uuid, digest: find(RATES_URL).contentDigest },
    ...{ keepers: find(KEEPERS_URL).uuid, letter: find(LETTER_URL).uuid },
    readMails: () => mailServer.mails.map(decodeMail),
  };
}

/** Flips a bit in one copy of a page, and waits until the service has repaired the copy and sent a mail about it. */
export async function flipByte(node: TaskNode): Promise<void> {
  const { client, keepers, readMails, repositoryDatabase } = node;
  await damageRecord(node, keepers, node.storeFolders.slice(1));
  // A running check may already have passed the page, so retries until a new check starts.
  await until(async () => (await sendJson(client, 'PUT', '/jobs/fixity', { op: 'start' })) !== 409);
  const repaired = { kind: 'copy.repaired' };
  await until(async () => (await client.json<{ notices: [] }>('/notices', repaired)).notices.length > 0);
  // Makes the notice older, so that the service sends it at once.
  await repositoryDatabase.execute('update repository_notice set at_ms = at_ms - $1 where not is_planned', [
    GROUP_MS,
  ]);
  await until(() => readMails().some(({ text }) => text.includes(keepers)));
}

/** Finds the link to the repaired page in the received mails. */
export function findMailLink({ readMails, keepers }: TaskNode): string {
  const links = readMails().flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  const found = links.find((link) => link.includes(`/artifacts/${keepers}`));
  if (found === undefined) throw new Error(`no mail has a link to ${keepers}`);
  return found;
}

async function startServices(
  folder: string,
  mailServer: MailServer,
  { full = false, users = [] }: TaskNodeOptions,
): Promise<EmptyNode> {
  const titles = join(folder, 'titles.tdb');
  const given = await readFile(new URL('titles.tdb', examplesUrl), 'utf8');
  const more = Array.from({ length: 8 }, (_, at) => 2016 + at)
    .map((year) => `    au < released ; ${year} ; Tide Tables ${year} ; ${year} >\n`)
    .join('');
  await writeFile(titles, given.replace(/(?= {4}au < released ; 2024)/, more));
  const port = await findFreePort();
  return startEmptyNode({
    ...{ full, stores: ['near', 'far'] },
    env: {
      ...mailServer.env,
      CONSOLE_URL: `http://127.0.0.1:${port}/console/`,
      NODE_NAME: 'harbour library',
      USERS_FILE: await writeUsersFile([
        { ...colleague, roles: ['contentAdminRole', 'auAdminRole', 'accessContentRole'] },
        ...users,
      ]),
    },
    repositoryEnv: { DELETION_APPROVAL: 'on' },
    configurationEnv: {
      TDB_SOURCES: [titles, ...(full && corpus.available ? [corpus.path('tdb')] : [])].join(';'),
      CONFIG_PORT: String(port),
    },
  });
}

async function addAus({ configurationUrl, user, password }: EmptyNode, auids: string[]): Promise<void> {
  const added = await fetch(`${configurationUrl}/aus/add`, {
    method: 'POST',
    headers: { authorization: formatBasicAuth(user, password), 'content-type': 'text/plain' },
    body: auids.join('\n'),
  });
  if (!added.ok) throw new Error(`AUs were not added: ${added.status} ${await added.text()}`);
}

/** Sends a JSON request. Returns the status, which is a success or 409. */
async function sendJson(
  { url, authorization }: TestRepositoryClient,
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
): Promise<number> {
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok && answer.status !== 409) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return answer.status;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + WAIT_MS;
  while (!(await isTrue())) {
    if (Date.now() > endMs) throw new Error(`not true within ${WAIT_MS} ms: ${isTrue}`);
    await sleep(100);
  }
}
