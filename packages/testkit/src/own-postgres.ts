// A PostgreSQL server of one test file's own, to be killed and started again; everything else uses testDatabase.
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import { atEndOfFile } from './at-end.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface OwnPostgres {
  /** Changes with `restart`. */
  readonly server: EmbeddedPostgres;
  /** kill -9 of the server and all its processes. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<EmbeddedPostgres>;
}

/** Durable unless `unsafe`: what it acknowledged survives `kill`. Stopped at the end of the test file. */
export async function ownPostgres(options: { unsafe?: boolean } = {}): Promise<OwnPostgres> {
  const folder = await temporaryFolder();
  // On a port, where proxies of tests and programs of other users reach it.
  const start = (port: number | 'any') => startEmbeddedPostgres({ folder, ...options, port });
  let server = await start('any');
  atEndOfFile(() => server.stop());
  return {
    get server() {
      return server;
    },
    kill: () => server.kill(),
    restart: async () => {
      server = await start(server.port ?? 'any');
      return server;
    },
  };
}
