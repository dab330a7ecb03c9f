// A migration from a running node: what it lists of an AU is compared with what is here, and what is missing is fetched
// record by record and sent on. A run that finds nothing new costs the listings alone.
import type { Brought } from '../transfer/brought.ts';
import { Census, isSame } from '../transfer/census.ts';
import { type AuReport, firstOf, type Problem } from '../transfer/report.ts';
import { type Arrival, type SendTools, send } from '../transfer/send.ts';
import { type Au, artifactsHere, bringUpToDate, type Target } from '../transfer/target.ts';
import {
  artifactsThere,
  auidsOf,
  type Fetched,
  isThere,
  type NodeSource,
  namespacesOf,
  recordOf,
} from './node-client.ts';

export interface NodeMigration extends SendTools {
  readonly source: NodeSource;
  readonly brought: Pick<Brought, 'has'>;
  /** Nothing is sent or changed. */
  readonly verify: boolean;
  /** Whether the AU is asked for. */
  wants(namespace: string, auid: string): boolean;
  reported(au: AuReport): void;
}

/** Records that are asked for at once. */
const FETCHED_AHEAD = 8;

export async function migrateNode(migration: NodeMigration, jobs: number): Promise<void> {
  const aus = wantedAus(migration);
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (let next = await aus.next(); !next.done; next = await aus.next()) {
        migration.signal.throwIfAborted();
        migration.reported(await migrateAu(migration, next.value));
      }
    }),
  );
}

async function* wantedAus({ source, wants }: NodeMigration): AsyncGenerator<Au> {
  for (const namespace of await namespacesOf(source)) {
    for await (const auid of auidsOf(source, namespace))
      if (wants(namespace, auid)) yield { namespace, auid };
  }
}

async function migrateAu(migration: NodeMigration, au: Au): Promise<AuReport> {
  const { source, verify } = migration;
  let here = await look(migration, au);
  const there = new Census();
  const order: Fetched[] = [];
  for await (const artifact of artifactsThere(source, au.namespace, au.auid)) {
    there.add(artifact);
    order.push({ uuid: artifact.uuid, contentLength: artifact.contentLength });
  }
  let comparison = there.compare(here.artifacts);
  const asked = await askAbout(source, au, comparison.surplus);
  const done = {
    stored: 0,
    found: 0,
    deleted: 0,
    removed: 0,
    kept: 0,
    committed: 0,
    problems: [] as Problem[],
  };
  if (!verify && !isSame(comparison)) {
    const missing = new Set(comparison.missing);
    const wanted = order.filter(({ uuid }) => missing.has(uuid));
    if (wanted.length > 0) noteArrival(done, await fetchAndSend(migration, au, wanted, done.problems));
    // Something else may have brought what this source does not have.
    const deleted = asked.gone.filter((uuid) => migration.brought.has(au, uuid));
    done.deleted = deleted.length;
    done.kept = asked.gone.length - deleted.length;
    Object.assign(done, await bringUpToDate(migration, au, { deleted, committed: comparison.inOtherState }));
    here = await look(migration, au);
    comparison = there.compare(here.artifacts);
  }
  // The node lists no uncommitted artifact, but what its files brought is there.
  const surplus = comparison.surplus.filter((uuid) => !(asked.there.has(uuid) && here.uncommitted.has(uuid)));
  const same = isSame({ ...comparison, surplus });
  return {
    ...au,
    source: there.summary(),
    target: here.artifacts.summary(),
    same,
    ...(!same && { differences: firstOf({ ...comparison, surplus }) }),
    ...done,
    damagedJournals: 0,
  };
}

interface Here {
  readonly artifacts: Census;
  /** Uuids. */
  readonly uncommitted: Set<string>;
}

async function look(target: Target, au: Au): Promise<Here> {
  const here: Here = { artifacts: new Census(), uncommitted: new Set() };
  for await (const artifact of artifactsHere(target, au)) {
    here.artifacts.add(artifact);
    if (!artifact.committed) here.uncommitted.add(artifact.uuid);
  }
  return here;
}

function noteArrival(
  done: { stored: number; found: number; problems: Problem[] },
  { stored, found, problems }: Arrival,
): void {
  done.stored += stored;
  done.found += found;
  done.problems.push(...problems.map(({ offset: _, ...problem }) => problem));
}

async function fetchAndSend(
  migration: NodeMigration,
  au: Au,
  wanted: readonly Fetched[],
  problems: Problem[],
): Promise<Arrival> {
  const { source } = migration;
  const where = source.url.origin;
  const bytes = () => {
    // Told once, however often it is tried.
    problems.length = 0;
    return recordsOf(source, au, wanted, (uuid) =>
      problems.push({ where, uuid, message: 'it went away while it was to be fetched' }),
    );
  };
  const part = { where, start: 0, sizeBytes: Number.POSITIVE_INFINITY, bytes };
  const [arrival] = await send(migration, { ...au, except: [], uncommitted: [], parts: [part] });
  return arrival!;
}

/** In their order; some are asked for ahead. */
async function* recordsOf(
  source: NodeSource,
  { namespace }: Au,
  wanted: readonly Fetched[],
  gone: (uuid: string) => void,
): AsyncGenerator<Uint8Array> {
  const ahead: Promise<AsyncIterable<Uint8Array> | undefined>[] = [];
  for (let i = 0; i < wanted.length; i++) {
    while (ahead.length < FETCHED_AHEAD && i + ahead.length < wanted.length) {
      const next = recordOf(source, namespace, wanted[i + ahead.length]!);
      next.catch(() => undefined);
      ahead.push(next);
    }
    const record = await ahead.shift()!;
    if (record) yield* record;
    else gone(wanted[i]!.uuid);
  }
}

/** Artifacts that the node does not list: those that it has all the same, and those that it has not. */
async function askAbout(
  source: NodeSource,
  { namespace }: Au,
  uuids: readonly string[],
): Promise<{ there: Set<string>; gone: string[] }> {
  const asked = { there: new Set<string>(), gone: [] as string[] };
  for (const uuid of uuids) {
    if (await isThere(source, namespace, uuid)) asked.there.add(uuid);
    else asked.gone.push(uuid);
  }
  return asked;
}
