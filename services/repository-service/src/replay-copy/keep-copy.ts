// Makes the copy and keeps it close to the index, in rounds, by one of the processes that share the folder. The copy
// does not answer for keys changed since the last round, so correctness does not depend on the interval between rounds.
import { mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Log, Room } from '@holdfast/service-kit';
import { earliest } from '../domain/replay/snapshot.ts';
import {
  forgetCopy,
  listNamespaceNames,
  readArtifactTableBytes,
  recordHeartbeat,
  registerCopy,
} from '../index/replay/copies.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { type HeldPiece, hasChanged } from './held-pieces.ts';
import {
  type CopyManifest,
  OWN_FILES,
  readFolderName,
  readManifest,
  replacePieces,
  writeManifest,
} from './manifest.ts';
import { copyPart } from './part.ts';
import type { ReplayCopy } from './replay-copy.ts';
import { findFirstDue, findFirstMissing } from './wanted.ts';
import type { WritePiecesOptions } from './write-pieces.ts';

export interface KeepCopyDeps {
  readonly copy: ReplayCopy;
  readonly database: Database<IndexSchema>;
  readonly folder: string;
  /** Maximum bytes of all pieces together. */
  readonly mostBytes: number;
  readonly room: Pick<Room, 'check'>;
  readonly pieces?: WritePiecesOptions;
  readonly log: Log;
  newId(): string;
  /** Wall clock and monotonic clock, in milliseconds. */
  dateMs(): number;
  nowMs(): number;
}

const WISHES = { smallBytes: 8 * 1024 * 1024, quietMs: 5_000, lateMs: 60_000, most: 8 };
const BEAT_MS = 30_000;
const LARGE_AGAIN_MS = 86_400_000;

/**
 * Pause after each step as a multiple of its duration: the first copy uses half of the time of a process,
 * later updates a quarter.
 */
const REST = { making: 1, keeping: 3 };

/** Resolves when the signal has aborted. Never rejects. `pauseMs`: pause after a round with nothing to do. */
export async function keepCopy(deps: KeepCopyDeps, pauseMs: number, signal: AbortSignal): Promise<void> {
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  let told = '';
  while (!signal.aborted) {
    const begunMs = deps.nowMs();
    let done: Done = 'nothing';
    try {
      done = await runRound(deps, signal);
      if (done === 'whole')
        deps.log.info({ captures: deps.copy.captures }, 'the copy of the replay index is whole');
      told = '';
    } catch (error) {
      const sentence = (error as Error).message;
      if (!signal.aborted && told !== sentence)
        deps.log.warn(
          { err: error },
          'the copy of the replay index could not be kept; it will be tried again',
        );
      told = sentence;
    }
    const tookMs = deps.nowMs() - begunMs;
    await rest(done === 'nothing' ? pauseMs : tookMs * (done === 'made' ? REST.making : REST.keeping));
  }
}

/** `whole`: the last missing piece was made. */
type Done = 'nothing' | 'made' | 'whole' | 'kept';

/**
 * Runs one round unless another process that shares the folder is running one. In any case opens the pieces
 * that other processes have made.
 */
export async function runRound(deps: KeepCopyDeps, signal: AbortSignal): Promise<Done> {
  const { database, folder } = deps;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `replay copy ${await readFolderName(folder, deps.newId)}`;
  const once = { wait: false, signal };
  const outcome = await withAdvisoryLock(database.pool, name, (held) => inTurn(deps, held), once);
  if (outcome.acquired) return outcome.result;
  await follow(deps);
  return 'nothing';
}

/** Opens the pieces of the current manifest and returns it. */
async function follow({ copy, folder }: KeepCopyDeps): Promise<CopyManifest | undefined> {
  const manifest = await readManifest(folder);
  if (manifest && !isDeepStrictEqual(manifest, copy.manifest)) await copy.hold(manifest);
  return manifest;
}

async function inTurn(deps: KeepCopyDeps, signal: AbortSignal): Promise<Done> {
  const { copy, database, folder } = deps;
  const found = await follow(deps);
  await copy.hear();
  const manifest = await known(deps, found, signal);
  if (!manifest) return 'nothing';
  const namespaces = await listNamespaceNames(database.kysely);
  const missing = findFirstMissing(namespaces, copy.pieces);
  const keys = missing ?? findFirstDue(copy.pieces, deps.nowMs(), WISHES);
  if (!keys) return 'nothing';
  deps.room.check();
  const pieces = await copyPart(
    { source: database.pool, folder, newId: deps.newId },
    keys,
    signal,
    deps.pieces,
  );
  const more = replacePieces(manifest, { ...keys, below: pieces.at(-1)!.below }, pieces);
  if (bytesOf(more) > deps.mostBytes) return beTooLarge(deps);
  await put(deps, more);
  if (!missing) return 'kept';
  return findFirstMissing(namespaces, copy.pieces) ? 'made' : 'whole';
}

/**
 * Returns the manifest of a copy that the database knows, and registers a new copy if it knows none. Returns
 * undefined if there must be no copy.
 */
async function known(
  deps: KeepCopyDeps,
  manifest: CopyManifest | undefined,
  signal: AbortSignal,
): Promise<CopyManifest | undefined> {
  const { copy, dateMs } = deps;
  if (!manifest) return begin(deps, signal);
  if (manifest.tooLargeMs !== undefined) {
    return dateMs() - manifest.tooLargeMs < LARGE_AGAIN_MS ? undefined : begin(deps, signal);
  }
  if (copy.manifest && dateMs() - manifest.beatMs < BEAT_MS) return manifest;
  return (await beat(deps, manifest)) ?? begin(deps, signal, manifest.id);
}

/** Sends a heartbeat to the database and reports which changes are no longer needed. */
async function beat(deps: KeepCopyDeps, manifest: CopyManifest): Promise<CopyManifest | undefined> {
  const { copy, database, dateMs } = deps;
  const known = copy.snapshot;
  if (!copy.manifest) return undefined;
  // A piece without changes is as up to date as the latest known snapshot.
  const snapshotOf = (held: HeldPiece) => (known && !hasChanged(held) ? known : held.snapshot);
  const pieces = copy.pieces.map((held) => ({ ...held.of, snapshot: snapshotOf(held).text }));
  const oldest = earliest(copy.pieces.map(snapshotOf));
  const count = await recordHeartbeat(database.kysely, manifest.id, manifest.beat, oldest);
  if (count === undefined) return undefined;
  const counted = { ...manifest, beat: count, beatMs: dateMs(), pieces };
  await put(deps, counted);
  return counted;
}

async function begin(
  deps: KeepCopyDeps,
  signal: AbortSignal,
  former?: string,
): Promise<CopyManifest | undefined> {
  const { database, newId, dateMs, mostBytes } = deps;
  if (former !== undefined) await forgetCopy(database.kysely, former);
  if ((await readArtifactTableBytes(database.kysely)) * SHARE_OF_TABLE > mostBytes) {
    await beTooLarge(deps);
    return undefined;
  }
  const manifest = { id: newId(), beat: 0, beatMs: dateMs(), pieces: [] };
  await registerCopy(database.kysely, manifest.id, signal);
  await put(deps, manifest);
  return manifest;
}

/** Bytes of a row in a piece as a share of its bytes in the table, at least. */
const SHARE_OF_TABLE = 0.5;

async function beTooLarge(deps: KeepCopyDeps): Promise<'nothing'> {
  const { copy, database, log, dateMs, mostBytes } = deps;
  if (copy.manifest) await forgetCopy(database.kysely, copy.manifest.id);
  await put(deps, { id: deps.newId(), beat: 0, beatMs: dateMs(), pieces: [], tooLargeMs: dateMs() });
  log.warn(
    { mostBytes },
    'the replay index is larger than the room for its copy (REPLAY_COPY): there is none',
  );
  return 'nothing';
}

/** Writes the manifest, opens its pieces, and removes all other files from the folder. */
async function put({ copy, folder }: KeepCopyDeps, manifest: CopyManifest): Promise<void> {
  await writeManifest(folder, manifest);
  await copy.hold(manifest);
  const named = new Set([...manifest.pieces.map(({ file }) => file), ...OWN_FILES]);
  for (const name of await readdir(folder)) if (!named.has(name)) await unlink(join(folder, name));
}

function bytesOf({ pieces }: CopyManifest): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes, 0);
}
