// Mirrors three nodes into each other. Then damages or removes some segments of one node in all its stores, and checks
// that the node repairs itself from its peers.
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  createTemporaryFolder,
  createTestDatabase,
  findFreePort,
  formatQuery,
  type ListedArtifact,
  makeResponseRecord,
  startProcess,
} from '@holdfast/testkit';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { createRandomFromSeed, type SeededRandom } from '../support/seeded.ts';

export interface MirrorDrillOptions {
  readonly seed: number;
  /** Number of artifacts that each node has and its peers lack at the beginning. */
  readonly artifacts: number;
  readonly payloadBytes: number;
  /** Percentage of the segments to remove or damage. */
  readonly lostPercent: number;
  say(words: string): void;
}

export interface MirrorDrillOutcome {
  readonly artifacts: number;
  readonly segments: number;
  readonly removed: number;
  readonly flipped: number;
  /** Number of repairs from each peer, by the peer's name. */
  readonly repaired: Readonly<Record<string, number>>;
  readonly mirrorMs: number;
  readonly repairMs: number;
}

interface DrillNode extends RepositoryServer {
  readonly name: string;
  readonly stores: readonly string[];
}

const NAMES = ['north', 'south', 'west'] as const;
const STORES = 2;
const SEGMENT_RECORDS = 20;
const AUS_OF_NODE = 4;
const MAX_MS = 30 * 60_000;
const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

export async function runMirrorDrill(options: MirrorDrillOptions): Promise<MirrorDrillOutcome> {
  const { seed, say } = options;
  const random = createRandomFromSeed(seed);
  const nodes = await startNodes();
  for (const node of nodes) await importOwn(node, options, random);
  const mirrorMs = await mirrorAll(nodes, random, say);
  const all = await listAll(nodes[0]!);
  for (const node of nodes.slice(1)) expectSame(all, await listAll(node), node.name);
  const [victim] = nodes;
  const lost = await loseSegments(victim!, options.lostPercent, random);
  say(
    `${lost.removed} of ${lost.segments} segments removed, ${lost.flipped} damaged, in all stores of north`,
  );
  const begunMs = performance.now();
  await startJob(victim!, 'fixity');
  await waitUntilDamaged(victim!);
  await waitUntilRepaired(victim!);
  const repairMs = performance.now() - begunMs;
  expectSame(all, await listAll(victim!), 'north');
  await readAll(victim!, all);
  const repaired = await countRepaired(victim!, nodes, all);
  if (Object.values(repaired).reduce((sum, count) => sum + count, 0) === 0)
    throw new Error('no event names a peer');
  return { artifacts: all.length, ...lost, repaired, mirrorMs, repairMs };
}

async function startNodes(): Promise<DrillNode[]> {
  const { file, secret } = await writeUsersFile();
  const ports = await Promise.all(NAMES.map(() => findFreePort()));
  return Promise.all(
    NAMES.map(async (name, i) => {
      const [folder, { url: databaseUrl }] = [await createTemporaryFolder(), await createTestDatabase()];
      const stores = Array.from({ length: STORES }, (_, store) => join(folder, `store-${store}`));
      const others = ports.filter((port) => port !== ports[i]);
      const server = await startRepository({
        databaseUrl,
        objectStore: stores.map((store) => `fs:${store}`).join(','),
        port: ports[i]!,
        env: {
          USERS_FILE: file,
          WORKERS: '1',
          SPOOL_DIR: join(folder, 'spool'),
          SEGMENT_RECORDS: String(SEGMENT_RECORDS),
          FIXITY_PERIOD: '3000d',
          COMPACTION_PERIOD: '3000d',
          COMPACTION_GRACE: '0s',
          REPAIR_SOURCES: others.map((port) => `http://127.0.0.1:${port}`).join(','),
          REPAIR_TOKENS: others.map(() => secret).join(','),
        },
      });
      return { ...server, name, stores };
    }),
  );
}

async function writeUsersFile(): Promise<{ file: string; secret: string }> {
  const file = join(await createTemporaryFolder(), 'users.json');
  const secret = `hft_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(secret).digest('base64url');
  const created = new Date().toISOString();
  const ends = new Date(Date.now() + 86_400_000).toISOString();
  const roles = ['accessContentRole'];
  const token = { id: '0123456789ab', name: 'peer', owner: 'admin', hash, roles, created, ends };
  await writeFile(file, JSON.stringify({ users: [], tokens: [token] }));
  return { file, secret };
}

/** Imports artifacts into one node, spread over its AUs. */
async function importOwn(
  { client, name }: DrillNode,
  { artifacts, payloadBytes, seed }: MirrorDrillOptions,
  random: SeededRandom,
): Promise<void> {
  for (let au = 0; au < AUS_OF_NODE; au++) {
    const auid = `${name} ${au}`;
    const records: Buffer[] = [];
    for (let i = au; i < artifacts; i += AUS_OF_NODE) {
      const url = `http://${name}.example.org/${au}/${i % 10 === 9 ? i - 1 : i}`;
      const payload = createHash('sha256').update(`${seed} ${name} ${i}`).digest('hex');
      const size = 100 + random.below(payloadBytes);
      const text = payload.repeat(Math.ceil(size / payload.length)).slice(0, size);
      records.push(gzipSync(makeResponseRecord(url, Buffer.from(text), '2020-02-20T20:20:20Z')));
    }
    const { statuses } = await client.importArchive(Buffer.concat(records), { auid, storeDuplicate: true });
    if (statuses.some(({ status }) => status !== 'OK')) throw new Error(JSON.stringify(statuses));
  }
}

/**
 * Mirrors every node into every other node, and kills and repeats one of these runs. Returns the total milliseconds.
 */
async function mirrorAll(
  nodes: readonly DrillNode[],
  random: SeededRandom,
  say: (words: string) => void,
): Promise<number> {
  const begunMs = performance.now();
  const killed = random.below(3);
  for (const [i, to] of nodes.entries()) {
    for (const from of nodes.filter((node) => node !== to)) {
      if (i === killed) {
        const run = await startMirror(from, to);
        await sleep(random.below(1_500));
        await run.kill9();
      }
      const run = await startMirror(from, to);
      const { code } = await run.exited;
      say(`${to.name} has mirrored ${from.name}: ${run.output().trim()}`);
      if (code !== 0) throw new Error(`keep mirror ended with ${code}`);
    }
  }
  return performance.now() - begunMs;
}

async function startMirror(from: DrillNode, to: DrillNode) {
  const work = await createTemporaryFolder();
  const password = join(work, 'password');
  await writeFile(password, `${from.client.settings.password}\n`);
  const words = ['keep', 'mirror', '--from', String(from.client.settings.url)];
  const login = ['--from-user', from.client.settings.user, '--from-password-file', password];
  const { url, user, password: own } = to.client.settings;
  const env = {
    HOLDFAST_URL: String(url),
    HOLDFAST_USER: user,
    HOLDFAST_PASSWORD: own,
    XDG_STATE_HOME: join(work, 'state'),
  };
  return startProcess(process.execPath, [program, ...words, ...login], { env });
}

async function listAll({ client }: DrillNode): Promise<ListedArtifact[]> {
  const all: ListedArtifact[] = [];
  for (const name of NAMES) {
    for (let au = 0; au < AUS_OF_NODE; au++) {
      all.push(...(await client.artifacts(`${name} ${au}`, { includeUncommitted: true })));
    }
  }
  return all;
}

function expectSame(wanted: readonly ListedArtifact[], found: readonly ListedArtifact[], node: string): void {
  const lines = (artifacts: readonly ListedArtifact[]) =>
    artifacts
      .map(({ uuid, uri, version, committed, collectionDate, contentDigest }) =>
        JSON.stringify([uuid, uri, version, committed, collectionDate, contentDigest]),
      )
      .sort();
  const [one, other] = [lines(wanted), lines(found)];
  const at = one.findIndex((line, i) => line !== other[i]);
  if (at >= 0 || one.length !== other.length)
    throw new Error(`${node} differs (${one.length}, ${other.length}): ${one[at]} ${other[at]}`);
}

/** Removes or damages segments in all stores of the node. */
async function loseSegments({ stores }: DrillNode, lostPercent: number, random: SeededRandom) {
  const files = (await readdir(join(stores[0]!, 'objects'), { recursive: true }))
    .filter((name) => name.endsWith('.warc.gz'))
    .sort();
  const segments = files.length;
  const count = Math.max(2, Math.round((segments * lostPercent) / 100));
  const chosen: string[] = [];
  while (chosen.length < count) chosen.push(...files.splice(random.below(files.length), 1));
  for (const [i, name] of chosen.entries()) {
    for (const store of stores) {
      const path = join(store, 'objects', name);
      if (i % 2 === 0) await rm(path);
      else await flipSome(path, random);
    }
  }
  const removed = Math.ceil(count / 2);
  return { segments, removed, flipped: count - removed };
}

async function flipSome(path: string, random: SeededRandom): Promise<void> {
  const bytes = await readFile(path);
  for (let at = Math.floor(bytes.length / 10); at < bytes.length; at += Math.ceil(bytes.length / 7)) {
    bytes[at] = bytes[at]! ^ (1 + random.below(255));
  }
  await writeFile(path, bytes);
}

async function startJob({ client }: DrillNode, job: string): Promise<void> {
  const answer = await fetch(`${client.url}/jobs/${job}`, {
    method: 'PUT',
    headers: { authorization: client.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ op: 'start' }),
  });
  if (!answer.ok) throw new Error(`PUT /jobs/${job}: ${answer.status} ${await answer.text()}`);
}

const countDamaged = async ({ client }: DrillNode) =>
  (await client.json<{ pageInfo: { totalCount: number } }>('/damage', { limit: 1 })).pageInfo.totalCount;

async function waitUntilDamaged(node: DrillNode): Promise<void> {
  await until('damage is found', async () => (await countDamaged(node)) > 0);
}

async function waitUntilRepaired(node: DrillNode): Promise<void> {
  const fixity = async () => {
    const { jobs } = await node.client.json<{ jobs: { id: string; state: string }[] }>('/jobs');
    return jobs.find(({ id }) => id === 'fixity')?.state;
  };
  await until('fixity has ended', async () => (await fixity()) === 'finished');
  await until('nothing is damaged', async () => (await countDamaged(node)) === 0);
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + MAX_MS; !(await condition()); await sleep(200)) {
    if (Date.now() > end) throw new Error(`waited too long until ${what}`);
  }
}

async function readAll({ client }: DrillNode, artifacts: readonly ListedArtifact[]): Promise<void> {
  for (const { uuid, contentDigest } of artifacts) {
    const payload = await client.bytes(`/artifacts/${uuid}/payload`);
    const digest = `SHA-256:${createHash('sha256').update(payload).digest('hex')}`;
    if (digest !== contentDigest) throw new Error(`${uuid} reads as something else`);
  }
}

/** Counts the audit events `repaired` per peer. Each event names the peer that supplied the data. */
async function countRepaired(
  { client }: DrillNode,
  nodes: readonly DrillNode[],
  artifacts: readonly ListedArtifact[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { uuid } of artifacts) {
    const path = `/artifacts/${uuid}/events${formatQuery({ limit: 100 })}`;
    const { events } = await client.json<{ events: { event: string; source?: string }[] }>(path);
    for (const { event, source } of events) {
      if (event !== 'repaired') continue;
      const peer = nodes.find((node) => source === `peer:${node.client.url}`);
      if (!peer) throw new Error(`${uuid} was repaired from ${source}`);
      counts[peer.name] = (counts[peer.name] ?? 0) + 1;
    }
  }
  return counts;
}
