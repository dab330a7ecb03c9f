// Runs the whole service for tests, with a real database and real sockets. Its log is kept in memory.
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { RunningService } from '@holdfast/http-kit';
import { createLog } from '@holdfast/service-kit';
import { createTemporaryFolder, formatBasicAuth, withCheapLogin } from '@holdfast/testkit';
import { parseServiceSettings } from '../src/env.ts';
import { startConfigService } from '../src/wiring.ts';

export type LogLine = Record<string, unknown>;

export interface ConfigTestService extends RunningService {
  readonly lines: LogLine[];
  readonly asAdmin: { readonly authorization: string };
  /** Resolves when the field `ready` of /status has this value. */
  becomes(ready: boolean): Promise<void>;
}

export async function startTestService(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ConfigTestService> {
  const password = randomBytes(12).toString('base64url');
  const settings = parseServiceSettings({
    CONFIG_PORT: '0',
    CONFIG_METRICS_PORT: '0',
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: password,
    SPOOL_DIR: await createTemporaryFolder(),
    AUDIT_LOG: 'off',
    DRAIN_TIMEOUT: '100ms',
    HEALTH_INTERVAL: '100ms',
    ...environment,
  });
  const lines: LogLine[] = [];
  const running = await startConfigService(
    withCheapLogin(settings),
    createLog({ service: 'config-service', destination: collect(lines) }),
  );
  return {
    ...running,
    lines,
    asAdmin: { authorization: formatBasicAuth(settings.adminUser, password) },
    async becomes(ready) {
      while ((await fetchStatus(running.url)).ready !== ready) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

export async function fetchStatus(url: string): Promise<{ ready: boolean; reason?: string }> {
  return (await fetch(`${url}/status`)).json() as Promise<{ ready: boolean; reason?: string }>;
}

function collect(lines: LogLine[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
}
