// Starts PostgreSQL from the installed binaries, with all data in one folder. If root starts it, the server runs with a
// separate user ID.
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BinaryPackage,
  findInstalledPackage,
  findPostgresBinaries,
  type PostgresBinaries,
  parseMajorVersion,
} from './binaries.ts';
import {
  type PostgresConnection,
  prepareConnection,
  readStoredConnection,
  replaceOccupiedPort,
  type StoredConnection,
  toPostgresUrl,
} from './connection-file.ts';
import { OtherMajorError, readDataMajorVersion } from './data-version.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { measureFolderBytes } from './folder-size.ts';
import { type ClusterFolder, prepareClusterFolder } from './home.ts';
import { initialiseCluster } from './initialise.ts';
import { getSocketLockPath, readServerLock, removeStaleLock, type ServerLock } from './lock-file.ts';
import { EmbeddedPostgresInUseError, type ServerOwnership, takeServerOwnership } from './owner.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import {
  isInProcessTable,
  isRunning,
  killProcessTree,
  readWorkingFolder,
  waitUntilGone,
} from './processes.ts';
import { makeServerArguments, type ServerSettings } from './settings.ts';
import { removeSocketFolder } from './socket-folder.ts';

export interface EmbeddedPostgresOptions {
  /** Folder of all data. It is created if missing. */
  readonly folder: string;
  /**
   * Port on 127.0.0.1, which every program on the machine can use. `any` chooses a free port and keeps it for later
   * starts. Default: no port, only a socket for the owner.
   */
  readonly port?: number | 'any';
  /** Disables fsync, for tests. Data survives a crash of the server process, but not of the machine. */
  readonly unsafe?: boolean;
  /** Settings of PostgreSQL that override the defaults. */
  readonly settings?: ServerSettings;
  /** Superuser password of a new cluster. Default: random. */
  readonly password?: string;
  /** Binaries to run. Default: the binaries of the installed package. */
  readonly binaries?: BinaryPackage;
  /** Aborts the creation of a new cluster, which takes seconds. The start then rejects and leaves no cluster. */
  readonly signal?: AbortSignal;
  /** Called with messages for the user. */
  readonly log?: (sentence: string) => void;
  /** Folder for data that root must make accessible to another account. Default `/var/lib/holdfast`. */
  readonly sharedFolder?: string;
}

export interface EmbeddedPostgres {
  /** URL of the database `postgres` with the superuser's login. See `ensureDatabase`. */
  readonly url: string;
  /** TCP port. Undefined if the server listens only on a socket. */
  readonly port: number | undefined;
  /** Process ID of the postmaster. */
  readonly pid: number;
  /** Resolves when the server process has ended for any reason. */
  readonly exited: Promise<void>;
  /** Ends all sessions, writes all data and stops the server, within a limited time. Can be called repeatedly. */
  stop(): Promise<void>;
  /** Kills the postmaster and its children, as in a crash. Resolves when all of them have ended. */
  kill(): Promise<void>;
}

const DEFAULT_SHARED_FOLDER = '/var/lib/holdfast';

interface Setup {
  readonly binaries: PostgresBinaries;
  readonly home: ClusterFolder;
  connection: PostgresConnection;
  readonly options: EmbeddedPostgresOptions;
  readonly log: (sentence: string) => void;
}

interface AbandonedServer extends Pick<Setup, 'home' | 'options' | 'log'> {
  readonly password: string;
  /** Folder of the socket that the previous start used. Undefined if it used a port. */
  readonly socket: string | undefined;
}

/** Maximum time to wait for another process to end. */
const START_PATIENCE_MS = 60_000;
const ATTEMPT_EVERY_MS = 500;

/**
 * Starts the server on new or existing data. Before that, stops a server that a killed process left running. Rejects
 * with EmbeddedPostgresInUseError if a running process owns the server. All other errors have messages for the user.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, sharedFolder = DEFAULT_SHARED_FOLDER, log = () => undefined } = options;
  const home = await prepareClusterFolder({ folder, sharedFolder, log });
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
    await stopAbandoned({ ...setup, ...describeAbandoned(setup.connection) });
    const { connection } = setup;
    const data = join(home.path, 'data');
    const started = await startPostmaster(
      binaries.postgres,
      makeServerArguments(data, connection, {
        unsafe: options.unsafe,
        own: options.settings,
        major: parseMajorVersion(options.binaries ?? findInstalledPackage()),
        databaseBytes: await measureFolderBytes(join(data, 'base')),
      }),
      home,
      log,
    );
    if (typeof started === 'object') return createHandle(started, await claim(started, setup), setup);
    if (started === 'port taken') setup.connection = await moveToFreePort(setup);
    else await sleep(ATTEMPT_EVERY_MS);
  } while (performance.now() < deadline);
  throw new Error(
    `PostgreSQL in ${options.folder} could not be started: something else keeps starting or using it.`,
  );
}

/**
 * Waits until no other process is starting or stopping this folder's server. Two concurrent starts could remove each
 * other's new lock files and run two servers on the same data.
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

/** Stops a server that a killed process left running. Rejects if a running process owns the server. */
export async function stopAbandonedPostgres({ folder }: { folder: string }): Promise<void> {
  const home = await realpath(join(folder, 'postgres')).catch(() => undefined);
  if (home === undefined) return;
  const lock = await lockHome(home, folder);
  try {
    const connection = await readStoredConnection(home);
    if (connection === undefined) return;
    await stopAbandoned({
      home: { path: home, account: undefined },
      ...describeAbandoned(connection),
      options: { folder },
      log: () => undefined,
    });
  } finally {
    lock.release();
  }
}

async function prepare(home: ClusterFolder, options: EmbeddedPostgresOptions): Promise<Setup> {
  const { folder, sharedFolder = DEFAULT_SHARED_FOLDER, log = () => undefined } = options;
  const { binaries: from = findInstalledPackage() } = options;
  const made = await readDataMajorVersion(home.path);
  if (made !== undefined && made !== parseMajorVersion(from))
    throw new OtherMajorError(folder, made, parseMajorVersion(from));
  const binaries = await findPostgresBinaries(home.account, sharedFolder, from);
  const connection = await prepareConnection(home, options.port, options.password);
  await initialiseCluster({
    initdb: binaries.initdb,
    home,
    password: connection.password,
    unsafe: options.unsafe === true,
    signal: options.signal,
  });
  return { binaries, home, connection, options, log };
}

function describeAbandoned(
  connection: PostgresConnection | StoredConnection,
): Pick<AbandonedServer, 'password' | 'socket'> {
  return { password: connection.password, socket: 'socket' in connection ? connection.socket : undefined };
}

async function stopAbandoned({ home, password, socket, options, log }: AbandonedServer): Promise<void> {
  const data = join(home.path, 'data');
  const lock = await waitForListeningLock(data);
  const address = lock?.address;
  if (lock === undefined || address === undefined || !isServerOf(lock.pid, data)) {
    const listened = address !== undefined && 'socket' in address ? address.socket : socket;
    return removeStaleLocks(data, listened);
  }
  const isGone = () => !isServerOf(lock.pid, data);
  const ownership = await takeServerOwnership(
    toPostgresUrl({ ...address, password }),
    options.folder,
    isGone,
  ).catch(async (error: unknown) => {
    if (error instanceof EmbeddedPostgresInUseError || !(await waitForEnd(lock.pid, data))) throw error;
    return undefined; // it was already ending
  });
  if (ownership === undefined) return;
  log('Stopping the PostgreSQL that a killed process left running.');
  await Promise.all([ownership.release(), stopPostmaster(lock.pid)]);
}

const LOOK_EVERY_MS = 50;

/** Waits until the server has written its address, even if the process that started it has been killed. */
async function waitForListeningLock(data: string): Promise<ServerLock | undefined> {
  for (;;) {
    const lock = await readServerLock(data);
    if (lock === undefined || lock.address !== undefined || !isServerOf(lock.pid, data)) return lock;
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Removes stale lock files that PostgreSQL would not recognize as stale. PostgreSQL checks the process ID with
 * `kill(pid, 0)`, which also succeeds for a zombie and for an unrelated process with the same ID. The removal is safe
 * even if children of a killed postmaster still run: PostgreSQL refuses to start while they hold the shared memory.
 */
async function removeStaleLocks(data: string, socket: string | undefined): Promise<void> {
  const isStale = (pid: number) => !isServerOf(pid, data) && isInProcessTable(pid);
  await removeStaleLock(isStale, join(data, 'postmaster.pid'));
  if (socket !== undefined) await removeStaleLock(isStale, getSocketLockPath(socket));
}

function isServerOf(pid: number, data: string): boolean {
  // Identifies a server by its working folder, the data folder. Outside Linux, compares only the process ID.
  return isRunning(pid) && (process.platform !== 'linux' || readWorkingFolder(pid) === data);
}

/** Waits a few seconds for the server to end. Returns whether it has ended. */
async function waitForEnd(pid: number, data: string): Promise<boolean> {
  return !isServerOf(pid, data) || (await waitUntilGone(pid, 5_000));
}

async function moveToFreePort({ home, connection, options, log }: Setup): Promise<PostgresConnection> {
  if (options.port !== 'any' || !('port' in connection))
    throw new Error(`Port ${options.port} for PostgreSQL is in use by another program.`);
  const moved = await replaceOccupiedPort(home, connection);
  log(`Port ${connection.port} is in use by another program; PostgreSQL now listens on ${moved.port}.`);
  return moved;
}

async function claim({ pid }: Postmaster, { connection, home, options }: Setup): Promise<ServerOwnership> {
  const isGone = () => !isServerOf(pid, join(home.path, 'data'));
  try {
    return await takeServerOwnership(toPostgresUrl(connection), options.folder, isGone);
  } catch (error) {
    await stopPostmaster(pid);
    throw error;
  }
}

function createHandle(
  postmaster: Postmaster,
  ownership: ServerOwnership,
  { connection, home }: Setup,
): EmbeddedPostgres {
  const { pid, exited } = postmaster;
  let gone = false; // then, its number may belong to another process
  exited.then(() => {
    gone = true;
    return ownership.release();
  });
  const end = async (how: (pid: number) => Promise<void>) => {
    await Promise.all([ownership.release(), gone ? undefined : how(pid)]);
    await exited;
    if ('socket' in connection) await removeSocketFolder(home, connection.socket);
  };
  let stopping: Promise<void> | undefined;
  return {
    url: toPostgresUrl(connection),
    port: 'port' in connection ? connection.port : undefined,
    pid,
    exited,
    stop: () => {
      stopping ??= end(stopPostmaster);
      return stopping;
    },
    kill: () => end(killProcessTree),
  };
}
