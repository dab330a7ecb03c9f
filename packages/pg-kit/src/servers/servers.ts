// Connects the pools of a database to the primary, and checks every new connection. When another server becomes the
// primary, closes all older connections, so that no statement reaches the former primary.
import pg from 'pg';
import { getDriverConnection } from '../connections/driver-connection.ts';
import { DatabaseUnavailableError, toTypedError } from '../connections/errors.ts';
import { type CommitConfirmation, confirmCommits } from './confirm-commits.ts';
import { findPrimary, readServerState, type ServerState } from './find-primary.ts';

/** Thrown if the server is a standby, which refuses writes. */
export class StandbyServerError extends DatabaseUnavailableError {
  readonly code = 'STANDBY';

  constructor() {
    super('PostgreSQL is a standby and takes no writes');
  }
}

const PROBE_TIMEOUT_MS = 2_000;
const PAUSE_MS = 200;
const READ_ONLY_TRANSACTION = '25006';
/** Minimum interval between checks for a promotion of another server. */
const LOOK_AROUND_MS = 5_000;

export class PostgresServers {
  readonly #urls: readonly string[];
  readonly #pools: pg.Pool[] = [];
  readonly #clients = new Map<pg.ClientBase, string | undefined>();
  readonly #timeoutMs: number;
  readonly confirmation: CommitConfirmation;
  #current: string;
  #state: ServerState | undefined;
  #finding: Promise<void> | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** `timeoutMs` is the maximum time to wait for a connection. */
  constructor(urls: readonly string[], timeoutMs: number) {
    this.#urls = urls;
    this.#current = urls[0]!;
    this.#timeoutMs = timeoutMs;
    this.confirmation = confirmCommits({
      url: () => this.#current,
      // Closes the connections only after the response to the statement has been processed.
      onUnconfirmed: () => setImmediate(() => this.#closeAll()),
    });
  }

  /** Returns the client class for a pool. Each instance connects to the server that is the primary at its creation. */
  clientClass(): typeof pg.Client {
    const url = () => this.#current;
    return class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: url() });
      }
    };
  }

  /**
   * Registers a pool; its connections are closed when the primary changes. If there are several hosts, the pool
   * searches for the primary when it cannot connect.
   */
  follow(pool: pg.Pool): void {
    this.#pools.push(pool);
    pool.on('connect', (client) => this.#clients.set(client, this.#clients.get(client)));
    pool.on('remove', (client) => this.#clients.delete(client));
    if (this.#urls.length > 1) retryConnecting(pool, () => this.#find(), this.#timeoutMs);
  }

  /** Called for each new connection before its first use. Rejects if the server is a standby. */
  async admit(client: pg.ClientBase): Promise<void> {
    // Writes fail after the server was demoted. Closes all connections, so that new connections reach the current
    // primary.
    getDriverConnection(client).on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY_TRANSACTION) setImmediate(() => this.#closeAll());
    });
    this.confirmation.watch(client);
    const state = await this.#readCurrentState(client);
    if (state.isStandby) throw new StandbyServerError();
    this.#adoptState(state);
    this.#clients.set(client, state.text);
    await this.confirmation.confirmed(this.#timeoutMs);
  }

  /** Called for each new connection of the health check pool. Accepts a standby if there is no primary. */
  async admitCheck(client: pg.ClientBase): Promise<void> {
    const state = await this.#readCurrentState(client);
    this.#clients.set(client, state.text);
    if (!state.isStandby) this.#adoptState(state);
    else if (this.#urls.length > 1) await this.#find();
  }

  /** If there are several hosts, checks at intervals whether another server was promoted. */
  async lookAround(): Promise<void> {
    if (this.#urls.length === 1 || performance.now() - this.#lookedMs < LOOK_AROUND_MS) return;
    await this.#find();
  }

  async #readCurrentState(client: pg.ClientBase): Promise<ServerState> {
    try {
      return await readServerState(client);
    } catch (error) {
      throw toTypedError(error);
    }
  }

  #find(): Promise<void> {
    this.#finding ??= this.#search().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #search(): Promise<void> {
    this.#lookedMs = performance.now();
    const found = await findPrimary(this.#urls, Math.min(PROBE_TIMEOUT_MS, this.#timeoutMs));
    if (found === undefined || found.state.timeline < (this.#state?.timeline ?? 0)) return;
    this.#current = found.url;
    this.#adoptState(found.state);
  }

  /** Closes every connection to the former primary, if the primary has changed. */
  #adoptState(state: ServerState): void {
    if (this.#state?.text === state.text) return;
    this.#state = state;
    this.confirmation.forget();
    for (const [client, text] of this.#clients) if (text !== state.text) closeNow(client);
  }

  #closeAll(): void {
    for (const client of this.#clients.keys()) closeNow(client);
  }
}

/** Rejects running statements; the pool then removes the connection. */
function closeNow(client: pg.ClientBase): void {
  getDriverConnection(client).stream.destroy();
}

type Callback = (error: unknown, client: pg.PoolClient | undefined, release: unknown) => void;
type Connect = (callback?: Callback) => Promise<pg.PoolClient> | undefined;

/** Makes `connect` search for the primary while no server can be used, for up to `timeoutMs`. */
function retryConnecting(pool: pg.Pool, find: () => Promise<void>, timeoutMs: number): void {
  const connect = pool.connect.bind(pool) as Connect;
  const retry = async (): Promise<pg.PoolClient> => {
    const deadlineMs = performance.now() + timeoutMs;
    for (;;) {
      try {
        return await (connect() as Promise<pg.PoolClient>);
      } catch (error) {
        if (!isServerFailure(error)) throw error;
        await find();
        if (performance.now() > deadlineMs) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const searching: Connect = (callback): Promise<pg.PoolClient> | undefined => {
    if (callback === undefined) return retry();
    void retry().then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  };
  pool.connect = searching as pg.Pool['connect'];
}

/**
 * Returns whether the error is a failure of the server. A timeout while waiting for a free connection does not count.
 */
function isServerFailure(error: unknown): boolean {
  const typed = toTypedError(error);
  return typed instanceof DatabaseUnavailableError && !/^timeout exceeded/.test(typed.message);
}
