// A real PostgreSQL for machines that have none, under one folder, from binaries that came with the install. As a plain
// user, or as root (then the server runs under a user id of its own).
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, type BinaryPackage, findBinaries, installedPackage, parseMajor } from './binaries.ts';
import {
  type Connection,
  type KeptConnection,
  keptConnection,
  movePort,
  prepareConnection,
  urlOf,
} from './connection-file.ts';
import { dataMajor, OtherMajorError } from './data-version.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { type Home, prepareHome } from './home.ts';
import { initialise } from './initialise.ts';
import { readLock, removeLockOf, type ServerLock, socketLockFile } from './lock-file.ts';
import { EmbeddedPostgresInUseError, type Ownership, ownServer } from './owner.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { isInProcessTable, isRunning, killFamily, waitUntilGone, workingFolder } from './processes.ts';
import { type ServerSettings, serverArguments } from './settings.ts';

export interface EmbeddedPostgresOptions {
  /** Everything is kept under it; made when missing. */
  readonly folder: string;
  /**
   * Listens on this port of 127.0.0.1, which every program of the machine reaches; `any`: a free one, kept while it stays
   * free. Default: on none, but on a socket that is its owner's alone.
   */
  readonly port?: number | 'any';
  /** Faster, and loses data when the machine (not the process) dies: for tests of other things than durability. */
  readonly unsafe?: boolean;
  /** Settings of PostgreSQL, by name, in the place of what it would have. */
  readonly settings?: ServerSettings;
  /** Password of the superuser of a new cluster. Default: a random one. */
  readonly password?: string;
  /** Binaries to run instead of the installed ones. */
  readonly binaries?: BinaryPackage;
  /** Ends the setting up of a new cluster, which takes seconds; rejects then, and leaves nothing of it. */
  readonly signal?: AbortSignal;
  /** Told in plain words what a person would want to know. */
  readonly log?: (sentence: string) => void;
  /** Where root keeps what other users must be able to read; default `/var/lib/holdfast`. */
  readonly sharedFolder?: string;
}

export interface EmbeddedPostgres {
  /** Leads the superuser to the database `postgres`; holds the password. See `ensureDatabase`. */
  readonly url: string;
  /** Undefined: it listens on none. */
  readonly port: number | undefined;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** Resolves when the server ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Ends all sessions and writes everything down; bounded in time. Idempotent. */
  stop(): Promise<void>;
  /** kill -9 of the postmaster and all its children, as a crash would. Resolves when they are gone. */
  kill(): Promise<void>;
}

const DEFAULT_SHARED_FOLDER = '/var/lib/holdfast';

interface Setup {
  readonly binaries: Binaries;
  readonly home: Home;
  connection: Connection;
  readonly options: EmbeddedPostgresOptions;
  readonly log: (sentence: string) => void;
}

interface Abandoned extends Pick<Setup, 'home' | 'options' | 'log'> {
  readonly password: string;
  /** The folder of the socket that the last start kept, if it listened on one. */
  readonly socket: string | undefined;
}

/** Time that a predecessor or a rival may take to end, before a start gives up. */
const START_PATIENCE_MS = 60_000;
const ATTEMPT_EVERY_MS = 500;

/**
 * Finds the data of an earlier start again. A server left behind by a killed process is stopped first; one that belongs
 * to a living process is refused (EmbeddedPostgresInUseError). Rejects with a plain sentence when it cannot be done.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, sharedFolder = DEFAULT_SHARED_FOLDER, log = () => undefined } = options;
  const home = await prepareHome({ folder, sharedFolder, log });
  const lock = await lockHome(home.path, folder);
  try {
    return await startLocked(await prepare(home, options));
  } finally {
    lock.release();
  }
}

async function startLocked(setup: Setup): Promise<EmbeddedPostgres> {
  const { home, binaries, options, log } = setup;
  const deadline = performance.now() + START_PATIENCE_MS;
  do {
    await stopAbandoned({ ...setup, ...abandonedAt(setup.connection) });
    const { connection } = setup;
    const data = join(home.path, 'data');
    const started = await startPostmaster(
      binaries.postgres,
      serverArguments(data, connection, {
        unsafe: options.unsafe,
        own: options.settings,
        major: parseMajor(options.binaries ?? installedPackage()),
      }),
      home,
      log,
    );
    if (typeof started === 'object') return handle(started, await own(started, setup), connection);
    if (started === 'port taken') setup.connection = await anotherPort(setup);
    else await sleep(ATTEMPT_EVERY_MS);
  } while (performance.now() < deadline);
  throw new Error(
    `PostgreSQL in ${options.folder} could not be started: something else keeps starting or using it.`,
  );
}

/**
 * Waits until no other process starts or stops the server of this home. Two at once could each take the other's new lock
 * for a left-over one, and start two servers on the same data.
 */
async function lockHome(home: string, folder: string): Promise<FolderLock> {
  const deadline = performance.now() + START_PATIENCE_MS;
  for (;;) {
    const lock = lockFolder(home);
    if (lock !== undefined) return lock;
    if (performance.now() > deadline)
      throw new EmbeddedPostgresInUseError(
        `Another process is starting the database in ${folder}. Stop that one first, or use another data folder.`,
      );
    await sleep(LOOK_EVERY_MS);
  }
}

/** Stops what a killed process left running under the folder, if anything. Rejects when it belongs to a living process. */
export async function stopAbandonedPostgres({ folder }: { folder: string }): Promise<void> {
  const home = await realpath(join(folder, 'postgres')).catch(() => undefined);
  if (home === undefined) return;
  const lock = await lockHome(home, folder);
  try {
    const connection = await keptConnection(home);
    if (connection === undefined) return;
    await stopAbandoned({
      home: { path: home, account: undefined },
      ...abandonedAt(connection),
      options: { folder },
      log: () => undefined,
    });
  } finally {
    lock.release();
  }
}

async function prepare(home: Home, options: EmbeddedPostgresOptions): Promise<Setup> {
  const { folder, sharedFolder = DEFAULT_SHARED_FOLDER, log = () => undefined } = options;
  const { binaries: from = installedPackage() } = options;
  const made = await dataMajor(home.path);
  if (made !== undefined && made !== parseMajor(from))
    throw new OtherMajorError(folder, made, parseMajor(from));
  const binaries = await findBinaries(home.account, sharedFolder, from);
  const connection = await prepareConnection(home, options.port, options.password);
  await initialise({
    initdb: binaries.initdb,
    home,
    password: connection.password,
    unsafe: options.unsafe === true,
    signal: options.signal,
  });
  return { binaries, home, connection, options, log };
}

function abandonedAt(connection: Connection | KeptConnection): Pick<Abandoned, 'password' | 'socket'> {
  return { password: connection.password, socket: 'socket' in connection ? connection.socket : undefined };
}

async function stopAbandoned({ home, password, socket, options, log }: Abandoned): Promise<void> {
  const data = join(home.path, 'data');
  const lock = await listeningLock(data);
  const address = lock?.address;
  if (lock === undefined || address === undefined || !isServerOf(lock.pid, data)) {
    const listened = address !== undefined && 'socket' in address ? address.socket : socket;
    return removeStaleLocks(data, listened);
  }
  const isGone = () => !isServerOf(lock.pid, data);
  const ownership = await ownServer(urlOf({ ...address, password }), options.folder, isGone).catch(
    async (error: unknown) => {
      if (error instanceof EmbeddedPostgresInUseError || !(await ends(lock.pid, data))) throw error;
      return undefined; // it was ending already
    },
  );
  if (ownership === undefined) return;
  log('Stopping the PostgreSQL that a killed process left running.');
  await Promise.all([ownership.release(), stopPostmaster(lock.pid)]);
}

const LOOK_EVERY_MS = 50;

/** Waits for a server whose starter was killed a moment ago, until it says where it listens. */
async function listeningLock(data: string): Promise<ServerLock | undefined> {
  for (;;) {
    const lock = await readLock(data);
    if (lock === undefined || lock.address !== undefined || !isServerOf(lock.pid, data)) return lock;
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Removes the locks that PostgreSQL would believe to be a server's. It asks `kill(pid, 0)`, which succeeds for a zombie
 * and for another program that has the number by now. PostgreSQL itself replaces the lock of a number that nobody has.
 * Children of a killed postmaster that still run keep a start from harm: they are attached to its shared memory, and
 * PostgreSQL refuses to start while they are.
 */
async function removeStaleLocks(data: string, socket: string | undefined): Promise<void> {
  const isStale = (pid: number) => !isServerOf(pid, data) && isInProcessTable(pid);
  await removeLockOf(isStale, join(data, 'postmaster.pid'));
  if (socket !== undefined) await removeLockOf(isStale, socketLockFile(socket));
}

function isServerOf(pid: number, data: string): boolean {
  // A server's working folder is its data folder. Where that cannot be looked up, its number is all there is.
  return isRunning(pid) && (process.platform !== 'linux' || workingFolder(pid) === data);
}

/** Whether the server is gone, now or within seconds. */
async function ends(pid: number, data: string): Promise<boolean> {
  return !isServerOf(pid, data) || (await waitUntilGone(pid, 5_000));
}

async function anotherPort({ home, connection, options, log }: Setup): Promise<Connection> {
  if (options.port !== 'any' || !('port' in connection))
    throw new Error(`Port ${options.port} for PostgreSQL is in use by another program.`);
  const moved = await movePort(home, connection);
  log(`Port ${connection.port} is in use by another program; PostgreSQL now listens on ${moved.port}.`);
  return moved;
}

async function own({ pid }: Postmaster, { connection, home, options }: Setup): Promise<Ownership> {
  const isGone = () => !isServerOf(pid, join(home.path, 'data'));
  try {
    return await ownServer(urlOf(connection), options.folder, isGone);
  } catch (error) {
    await stopPostmaster(pid);
    throw error;
  }
}

function handle(postmaster: Postmaster, ownership: Ownership, connection: Connection): EmbeddedPostgres {
  const { pid, exited } = postmaster;
  let gone = false; // from then on its number may belong to another process
  exited.then(() => {
    gone = true;
    return ownership.release();
  });
  const end = async (how: (pid: number) => Promise<void>) => {
    await Promise.all([ownership.release(), gone ? undefined : how(pid)]);
    await exited;
  };
  let stopping: Promise<void> | undefined;
  return {
    url: urlOf(connection),
    port: 'port' in connection ? connection.port : undefined,
    pid,
    exited,
    stop: () => {
      stopping ??= end(stopPostmaster);
      return stopping;
    },
    kill: () => end(killFamily),
  };
}
