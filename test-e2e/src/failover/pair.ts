// A PostgreSQL primary with a streaming standby, whose roles change with each failover. Does what a cluster manager
// does: promotes the standby when the primary is killed, and creates a new standby for the new primary.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import {
  addCleanup,
  findFreePort,
  openSqlConnection,
  startTestLiveStandby,
  startTestPostgres,
  type TestPostgresServer,
} from '@holdfast/testkit';

const settings = { wal_keep_size: '1GB', max_wal_size: '1GB' };

export class FailoverPair {
  readonly #isSynchronous: boolean;
  readonly #ports: readonly [number, number];
  #primary: TestPostgresServer;
  #standby: TestPostgresServer | undefined;
  readonly #link: Link;

  private constructor(
    primary: TestPostgresServer,
    { ports, link, isSynchronous }: { ports: readonly [number, number]; link: Link; isSynchronous: boolean },
  ) {
    this.#link = link;
    this.#primary = primary;
    this.#ports = ports;
    this.#isSynchronous = isSynchronous;
  }

  static async open(isSynchronous: boolean): Promise<FailoverPair> {
    const ports = [await findFreePort(), await findFreePort()] as const;
    const primary = await startTestPostgres({ settings, port: ports[0] });
    return new FailoverPair(primary, { ports, link: await openLink(), isSynchronous });
  }

  get primary(): TestPostgresServer {
    return this.#primary;
  }

  get standby(): TestPostgresServer {
    return this.#standby!;
  }

  /** Returns the URL of a database, which names both hosts. */
  url(database: string): string {
    const url = new URL(this.#primary.server.url);
    url.pathname = `/${database}`;
    const hosts = this.#ports.map((port) => `127.0.0.1:${port}`).join();
    return url.href.replace(url.host, hosts);
  }

  /**
   * Creates a standby of the primary on the unused port, and waits until the standby has replayed the primary's WAL.
   */
  async join(): Promise<void> {
    const own = this.#primary.server.port!;
    const port = this.#ports.find((one) => one !== own)!;
    this.#standby = await startTestLiveStandby(this.#primary, {
      settings,
      port,
      primaryPort: this.#link.to(own),
    });
    await this.caughtUp();
    if (this.#isSynchronous) await this.#set(this.#primary, 'synchronous_standby_names', "'*'");
  }

  async caughtUp(): Promise<void> {
    const [row] = await openSqlConnection(this.#primary.server.url).query<{ lsn: string }>(
      'select pg_current_wal_flush_lsn()::text as lsn',
    );
    const { query } = openSqlConnection(this.standby.server.url);
    for (;;) {
      const [there] = await query<{ there: boolean | null }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
        [row!.lsn],
      );
      if (there!.there) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Cuts the replication connection, as a network failure would. */
  cutStandby(): void {
    this.#link.cut();
  }

  /** Kills the primary and promotes the standby. Resolves when the standby accepts writes. */
  async failOver(): Promise<void> {
    await this.#primary.kill();
    const promoted = this.standby;
    const { query } = openSqlConnection(promoted.server.url);
    await query('select pg_promote(true, 60)');
    if (this.#isSynchronous) await this.#set(promoted, 'synchronous_standby_names', "''");
    this.#primary = promoted;
    this.#standby = undefined;
  }

  async #set({ server }: TestPostgresServer, name: string, value: string): Promise<void> {
    const { query } = openSqlConnection(server.url);
    await query(`alter system set ${name} = ${value}`);
    await query('select pg_reload_conf()');
  }
}

/** Forwards the standby's replication connection to the primary, so that a test can cut the connection. */
interface Link {
  /** Forwards new connections to this port. Returns the port on which the link listens. */
  to(port: number): number;
  cut(): void;
}

async function openLink(): Promise<Link> {
  let target: number | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((one) => {
    if (target === undefined) return void one.destroy();
    const other = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  addCleanup(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    to(port) {
      target = port;
      return (server.address() as AddressInfo).port;
    },
    cut() {
      target = undefined;
      for (const socket of sockets) socket.destroy();
    },
  };
}
