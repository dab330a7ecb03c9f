// Starts a service for tests: the HTTP layer with the test contract, on a real socket. Its log is kept in memory.
import { Writable } from 'node:stream';
import { createUsers, type Users } from '@holdfast/accounts';
import {
  createHealth,
  createLog,
  createMetrics,
  type Health,
  type RunningServer,
} from '@holdfast/service-kit';
import { type ListenOptions, listenOnPort } from '../src/server/listen.ts';
import type { OperationHandler } from '../src/shell/handler.ts';
import type { ShellOptions } from '../src/shell/shell.ts';
import { createHttpApp } from '../src/shell/shell.ts';
import { contract } from './contract.ts';

export type LogLine = Record<string, unknown>;

export interface ShellTestService {
  readonly url: string;
  readonly port: number;
  readonly health: Health;
  readonly server: RunningServer;
  readonly metrics: ReturnType<typeof createMetrics>;
  readonly lines: LogLine[];
  /** Resolves to the first matching log line, which may have been written already. */
  line(fits: (line: LogLine) => boolean): Promise<LogLine>;
  stop(): Promise<void>;
}

export const ADMIN = { name: 'admin', password: 'pass:wörd' };
export const BUILT_IN_ADMIN = { ...ADMIN, role: 'userAdminRole' };
export const SERVICE_NAME = { name: 'thing-service', title: 'Thing service', version: '1.2.3' };

/** Returns the `Authorization` header for a user and password, encoded as UTF-8. */
export const makeBasicHeader = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
export const asAdmin = { authorization: makeBasicHeader(ADMIN.name, ADMIN.password) };

const operations = [
  'getStatus',
  'getThing',
  'putThing',
  'addThings',
  'formThing',
  'search',
  'download',
  'upload',
];

/** Responds to every operation with the validated parts of its request. */
export const echoHandler: OperationHandler = ({ operationId, params, query, body, user }, response) => {
  response.json({ operationId, params, query, body, user: user?.name });
};

let sharedUsers: Promise<Users> | undefined;

export async function startService(
  handlers: { readonly [operationId: string]: OperationHandler } = {},
  options: Partial<ShellOptions> = {},
  listening: Partial<ListenOptions> = {},
): Promise<ShellTestService> {
  sharedUsers ??= createUsers({ builtIn: [BUILT_IN_ADMIN], cost: { logN: 4, r: 8, p: 1 } });
  const lines: LogLine[] = [];
  const log = createLog({ service: SERVICE_NAME.name, level: 'debug', destination: collectLines(lines) });
  const health = options.health ?? createHealth();
  health.set({ ready: true });
  const metrics = createMetrics({ processMetrics: false });
  const app = createHttpApp({
    service: SERVICE_NAME,
    contract,
    handlers: { ...Object.fromEntries(operations.map((id) => [id, echoHandler])), ...handlers },
    log,
    users: options.users ?? (await sharedUsers),
    metrics,
    ...options,
    health,
  });
  const server = await listenOnPort(app, { host: '127.0.0.1', port: 0, health, log, ...listening });
  return {
    url: server.url,
    port: server.port,
    health,
    server,
    metrics,
    lines,
    line: (fits) => waitFor(() => lines.find(fits)),
    stop: async () => void (await server.shutdown({ drainTimeoutMs: 100 })),
  };
}

/** Calls `look` repeatedly until it returns a value. Only the time limit of the test ends the waiting. */
export async function waitFor<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function collectLines(lines: LogLine[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
}
