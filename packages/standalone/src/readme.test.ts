// The README's first session, line by line as printed, against what `npm start` runs: the real services on the
// embedded PostgreSQL, from the build. Only ports and the data folder are others, to leave a running Holdfast alone.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEnvironment } from './env.ts';
import { freePorts, type Standalone, watched } from './house.testkit.ts';

const { environment, projectFolder: root } = readEnvironment();
const program = join(root, 'packages/standalone/dist/main.js');

describe('the first session of the README', () => {
  let dataFolder: string;
  let ports: number[];
  let standalone: Standalone;

  beforeAll(async () => {
    expect(existsSync(program)).toBe(true);
    dataFolder = mkdtempSync(join(tmpdir(), 'holdfast-readme-'));
    ports = await freePorts(4);
    const [repository, config, repositoryMetrics, configMetrics] = ports.map(String);
    const { PATH, HOME } = environment;
    const child = spawn(process.execPath, [program], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH,
        HOME,
        DATA_DIR: dataFolder,
        REPOSITORY_PORT: repository,
        CONFIG_PORT: config,
        REPOSITORY_METRICS_PORT: repositoryMetrics,
        CONFIG_METRICS_PORT: configMetrics,
      },
    });
    standalone = watched(child);
    await standalone.says('Holdfast is ready.');
  }, 120_000);

  afterAll(async () => {
    standalone.process.kill('SIGINT');
    expect(await standalone.exitCode).toBe(0);
    await rm(dataFolder, { recursive: true, maxRetries: 5 });
  }, 60_000);

  it('works as printed', async () => {
    const printed = sessionLines();
    expect(printed.filter((line) => line.startsWith('curl')).length).toBeGreaterThanOrEqual(9);
    // Failing answers fail the line; everything else is as a reader would type it.
    const script = [
      'set -eo pipefail',
      'curl() { command curl --fail-with-body -sS "$@"; }',
      ...printed.map(here),
    ];
    const { stdout } = await promisify(execFile)('bash', ['-c', script.join('\n')], {
      cwd: root,
      env: {
        ...environment,
        HOLDFAST_URL: `http://127.0.0.1:${ports[0]}`,
        HOLDFAST_PASSWORD_FILE: join(dataFolder, 'admin-password'),
      },
    });
    expect(stdout.match(/"status":"OK"/g)).toHaveLength(5);
    expect(stdout).toContain('<h1>Tide tables</h1>');
    expect(stdout).toContain('X-LockssRepo-ArtifactDataType: response');
    expect(stdout).toMatch(
      /^org,example\)\/autumn 20250901170500 http:\/\/www\.example\.org\/autumn text\/html 200 /m,
    );
    expect(stdout).toContain('WARC-Target-URI: http://www.example.org/\r\n');
    expect(stdout.match(/"ready":true/g)).toHaveLength(2);
    expect(stdout).toMatch(/DUPLICATE +5 {2}there already/);
  }, 60_000);

  function here(line: string): string {
    return line
      .replaceAll('24610', String(ports[0]))
      .replaceAll('24620', String(ports[1]))
      .replaceAll('data/admin-password', `${dataFolder}/admin-password`)
      .replace('npx holdfast', `${process.execPath} packages/cli/dist/main.js`);
  }
});

function sessionLines(): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const session = readme.slice(readme.indexOf('## A first session'), readme.indexOf('## Settings'));
  const blocks = [...session.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block ?? '');
  return blocks.join('').split('\n').filter(Boolean);
}
