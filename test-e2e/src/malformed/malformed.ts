// A storm of malformed imports against a live service process, by a seeded generator: whatever comes, the service answers
// without a 5xx, stays the same process, leaves no temporary file, object or descriptor behind, gets its memory back, and
// imports well afterwards. Nothing here looks inside the service.
import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ListedArtifact, makeWarc, temporaryFolder } from '@holdfast/testkit';
import { checkAu } from '../support/check-import.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { makeBombs } from './bombs.ts';
import { type ProcessState, processState } from './process-state.ts';
import { seededRandom } from './random.ts';
import { sendRaw } from './send.ts';
import type { Archive } from './spoilt-archives.ts';
import { judge, type Upload, uploadOf } from './uploads.ts';

export interface MalformedPlan {
  databaseUrl: string;
  uploads: number;
  seed: number;
  /** What the largest bombs inflate to, each. */
  bombMiB: number;
  say(words: string): void;
}

export interface MalformedOutcome {
  /** How many answers of each status; `none` for connections that ended without one. */
  statuses: Record<string, number>;
  artifacts: number;
  before: ProcessState | undefined;
  after: ProcessState | undefined;
}

interface Storm {
  server: RepositoryServer;
  folder: string;
  bombs: Archive[];
  statuses: Record<string, number>;
}

const lanes = 4;
/** Memory counts as given back when no more than this remains above what every kind of bomb, once, had left. */
const memoryMarginBytes = 96 * 1024 * 1024;
/** However it is bombed, the service stays below this above what it had when it was new. */
const peakMarginBytes = 512 * 1024 * 1024;
const settlingMs = 60_000;

/** Throws at the first thing that is not as it must be, with what is needed to send it again. */
export async function malformed(plan: MalformedPlan): Promise<MalformedOutcome> {
  const folder = await temporaryFolder();
  const storm: Storm = {
    server: await start(plan, folder),
    folder,
    bombs: await makeBombs(plan.bombMiB),
    statuses: {},
  };
  await importWell(storm, 'well&before~1');
  const fresh = await processState(storm.server.process.pid);
  for (const [i, bomb] of storm.bombs.entries()) await send(storm, bombAlone(storm, bomb, i));
  await sleep(1_000);
  const before = await processState(storm.server.process.pid);
  plan.say(`new: ${inShort(fresh)}; after one bomb of each kind: ${inShort(before)}`);
  await inLanes(plan.uploads, async (index) => {
    await send(storm, uploadOf(targetOf(storm), plan.seed, index, storm.bombs));
    if (index % 250 === 249)
      plan.say(`${index + 1}: ${inShort(await processState(storm.server.process.pid))}`);
  });
  const after = await settled(storm, before);
  plan.say(`after ${plan.uploads} uploads: ${inShort(after)}; ${JSON.stringify(storm.statuses)}`);
  checkPeak(fresh, after);
  checkLog(storm.server.process.output());
  await importWell(storm, 'well&after~1');
  const artifacts = await checkStore(storm, plan.seed);
  const { code } = await storm.server.process.stop();
  if (code !== 0) throw new Error(`the service ended with exit code ${code}`);
  return { statuses: storm.statuses, artifacts, before, after };
}

async function start({ databaseUrl }: MalformedPlan, folder: string): Promise<RepositoryServer> {
  for (const name of ['tmp', 'spool']) await mkdir(join(folder, name));
  return startRepository({
    databaseUrl,
    objectStore: `fs:${join(folder, 'store')}`,
    env: {
      TMPDIR: join(folder, 'tmp'),
      SPOOL_DIR: join(folder, 'spool'),
      CODEC_THREADS: '2',
      SEGMENT_AGE: '200ms',
    },
  });
}

const targetOf = ({ server }: Storm) => ({
  host: new URL(server.client.url).host,
  authorization: server.client.authorization,
});

function bombAlone(storm: Storm, bomb: Archive, index: number): Upload {
  const random = seededRandom(index);
  return uploadOf(targetOf(storm), 0, index, [bomb], { archive: bomb, random });
}

async function send({ server, statuses }: Storm, upload: Upload): Promise<void> {
  const port = Number(new URL(server.client.url).port);
  const answering = sendRaw(port, upload).catch((error) => {
    throw new Error(`${upload.name}: ${error.message}`);
  });
  const ended = server.process.exited.then((ending) => {
    throw new Error(
      `${upload.name}: the service ended: ${JSON.stringify(ending)}\n${server.process.output().slice(-5_000)}`,
    );
  });
  const answer = await Promise.race([answering, ended]);
  const status = String(answer.status ?? 'none');
  statuses[status] = (statuses[status] ?? 0) + 1;
  judge(upload, answer);
}

async function inLanes(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function importWell({ server }: Storm, auid: string): Promise<void> {
  const made = makeWarc(50, 4_000, auid);
  const { status, statuses } = await server.client.importArchive(made.bytes, { auid });
  if (status !== 200 || statuses.some((one) => one.status !== 'OK'))
    throw new Error(`no good import: ${status}`);
  await checkAu(server.client, auid, made, statuses);
}

/** Waits until the process holds no more than before. */
async function settled(storm: Storm, before: ProcessState | undefined): Promise<ProcessState | undefined> {
  const deadline = performance.now() + settlingMs;
  for (;;) {
    const now = await processState(storm.server.process.pid);
    const left = [...(await leftOver(storm)), ...grown(before, now)];
    if (left.length === 0) return now;
    if (performance.now() > deadline)
      throw new Error(`left behind after ${settlingMs} ms: ${left.join('; ')}`);
    // Something to do, so that garbage is collected in its course.
    await storm.server.client.json('/aus', { limit: 1 });
    await sleep(250);
  }
}

async function leftOver({ folder }: Storm): Promise<string[]> {
  const places = ['tmp', 'spool', 'store/tmp'];
  const found = await Promise.all(
    places.map(async (place) => [place, await readdir(join(folder, place))] as const),
  );
  return found
    .filter(([, names]) => names.length > 0)
    .map(([place, names]) => `${names.length} files in ${place}`);
}

function grown(before: ProcessState | undefined, now: ProcessState | undefined): string[] {
  if (!before || !now) return [];
  const faults: string[] = [];
  if (now.residentBytes > before.residentBytes + memoryMarginBytes) faults.push(`${inShort(now)} of memory`);
  const more = now.files.length - before.files.length;
  if (more > 0) faults.push(`${more} more files open: ${now.files.join(' ')}`);
  if (now.threads > before.threads) faults.push(`${now.threads - before.threads} more threads`);
  return faults;
}

function checkPeak(fresh: ProcessState | undefined, after: ProcessState | undefined): void {
  if (!fresh || !after) return;
  if (after.peakBytes > fresh.residentBytes + peakMarginBytes)
    throw new Error(`memory rose to ${inShort(after)}`);
}

/** An error that is only logged is one that somebody else's import may meet. What is the client's fault is none. */
function checkLog(output: string): void {
  const clientFault = /"status":4\d\d|"type":"NotAWarcUpload"|"message":"The (?:multipart )?form /;
  const bad = output
    .split('\n')
    .filter((line) => (line.startsWith('{') ? /"level":"(?:error|fatal)"/.test(line) : line !== ''))
    .filter((line) => !clientFault.test(line));
  if (bad.length > 0)
    throw new Error(`the service logged ${bad.length} errors: ${bad.slice(0, 5).join('\n')}`);
}

/** Every object has artifacts, every artifact its object, and the bytes of some are what their digest says. */
async function checkStore({ server, folder }: Storm, seed: number): Promise<number> {
  const listed = await everything(server);
  const pointedAt = new Set(listed.map(({ storageUrl }) => new URL(storageUrl).pathname.slice(1)));
  const objects = join(folder, 'store', 'objects');
  const entries = await readdir(objects, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const stored = new Set(files.map((file) => file.slice(objects.length + 1)));
  const orphans = [...stored].filter((key) => !pointedAt.has(key));
  const missing = [...pointedAt].filter((key) => !stored.has(key));
  if (orphans.length + missing.length > 0) {
    throw new Error(`${orphans.length} objects without artifacts: ${orphans[0]}; ${missing.length} missing`);
  }
  const random = seededRandom(seed);
  for (let i = 0; i < 100; i++) await checkPayload(server, random.pick(listed));
  return listed.length;
}

type Stored = ListedArtifact & { storageUrl: string };

async function everything({ client }: RepositoryServer): Promise<Stored[]> {
  const all: Stored[] = [];
  for (let continuationToken: string | undefined = ''; continuationToken !== undefined; ) {
    const page: { artifacts: Stored[]; pageInfo: { continuationToken?: string } } = await client.json(
      '/artifacts',
      {
        limit: 2_000,
        continuationToken,
      },
    );
    all.push(...page.artifacts);
    continuationToken = page.pageInfo.continuationToken;
  }
  return all;
}

async function checkPayload({ client }: RepositoryServer, { uuid, contentDigest, contentLength }: Stored) {
  if (contentLength > 10_000_000) return;
  const payload = await client.bytes(`/artifacts/${uuid}/payload`);
  const digest = `SHA-256:${createHash('sha256').update(payload).digest('hex')}`;
  if (digest !== contentDigest) throw new Error(`wrong bytes of ${uuid}`);
}

function inShort(state: ProcessState | undefined): string {
  if (!state) return 'not known on this system';
  const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  return `${mebibytes(state.residentBytes)} (at most ${mebibytes(state.peakBytes)}), ${state.files.length} files`;
}
