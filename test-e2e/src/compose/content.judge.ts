// Covers: docker-compose.yml docs/runbooks config examples services packages scripts
// Runs the commands of the runbooks for Docker Compose in a node of docker-compose.yml that runs from the image folders:
// plugins, titles, the first AU, imports, users, backup, restore and replay through pywb.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRepositoryClient } from '@holdfast/client';
import {
  createTemporaryFolder,
  formatBasicAuth,
  installPywb,
  type StartedProcess,
  startProcess,
  startTestPostgres,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { confinedUid } from '../images/confined.ts';
import { readMemoryLimit } from '../images/memory-group.ts';
import { startPywb } from '../pywb/pywb-server.ts';
import { extractBlocks } from '../runbooks/runbook.ts';
import { composeProjectFolder, parseComposeFile, readComposeFile } from './compose-file.ts';
import { ComposeNode } from './compose-node.ts';
import { hasPsql, initDatabases } from './node-databases.ts';

if (!hasPsql()) process.stderr.write('NOT RUN: a Compose node with content: no psql\n');
const pywb = await installPywb();
if (!('python' in pywb)) process.stderr.write(`NOT RUN: replay of a Compose node: ${pywb.missing}\n`);

const GIBIBYTE = 2 ** 30;
/** Time within which the containers of a profile must be healthy. */
const HEALTHY_MS = 120_000;
/** Interval at which services read the users file (docs/users.md). */
const USERS_READ_MS = 2_000;

(hasPsql() ? describe : describe.skip)('a node of docker-compose.yml, from its images', () => {
  let node: ComposeNode;
  let repository: StartedProcess;
  let config: StartedProcess;
  let docker: string;

  beforeAll(async () => {
    node = await ComposeNode.create(
      { BACKUP_PERIOD: '1d', LOG_LEVEL: 'warn', AUDIT_KEY_FILE: '/run/secrets/holdfast/audit-key' },
      { 'audit-key': 'a key of the operator' },
    );
    await useNewDatabases(node);
    repository = await node.start('repository-service');
    config = await node.start('config-service');
    docker = node.writeDocker();
  }, 600_000);

  it('limits the memory of both services', async () => {
    if (process.getuid?.() !== 0) return;
    expect(await readMemoryLimit(repository.pid)).toBe(2 * GIBIBYTE);
    expect(await readMemoryLimit(config.pid)).toBe(GIBIBYTE);
  });

  it('gives all lines of .env to both services, and the files of config/secrets', async () => {
    for (const name of ['repository-service', 'config-service'] as const) {
      const answer = await fetch(`http://127.0.0.1:${node.ports[name]}/settings`, {
        headers: { authorization: formatBasicAuth('admin', readSecret(`${name}/admin-password`)) },
      });
      const settings = (await answer.json()) as { name: string; value: unknown; from: string }[];
      expect(settings.find((one) => one.name === 'LOG_LEVEL')).toMatchObject({ value: 'warn' });
      expect(settings.find((one) => one.name === 'AUDIT_KEY')).toMatchObject({ from: 'file', value: null });
    }
  });

  it('comes to its first AU, its first import and its first user by the commands of install.md', async () => {
    const output = run(findCommands('install.md', 'cp examples/plugins'));
    expect(output).toContain('org|example|plugin|TidesPlugin');
    const users = run(findCommands('install.md', 'echo "$NEW_PASSWORD" | docker'));
    expect(users).toContain('alice\tcontentAdminRole');
    await waitForLogin('alice', 'a long password');
    const { artifacts } = await client('alice', 'a long password').getArtifacts({ auid: findAuid(output) });
    expect(artifacts).toHaveLength(5);
  }, 300_000);

  it('runs the command line in its containers, and prints the administrator’s password', () => {
    expect(run(findCommands('install.md', 'docker compose up --detach --build'))).toBe(
      `${readSecret('config-service/admin-password')}\n`,
    );
    expect(run(findCommands('install.md', 'docker compose exec -T repository-service holdfast'))).toContain(
      'Everything is in order',
    );
  }, 120_000);

  it('replays through pywb, as the profile `replay` configures it', async () => {
    if (!('python' in pywb)) return;
    expect(await node.runOnce('replay-user')).toContain('replay was');
    const config = readFileSync(join(composeProjectFolder, 'examples/compose/pywb/config.yaml'), 'utf8');
    const server = await startPywb({
      python: pywb.python,
      config: config.replaceAll('repository-service:24610', `127.0.0.1:${node.ports['repository-service']}`),
      netrc: readSecret('replay/netrc').replace('repository-service', '127.0.0.1'),
    });
    const [, path = ''] =
      /http:\/\/127\.0\.0\.1:8080(\S+)/.exec(findCommands('install.md', 'cp examples/plugins')) ?? [];
    await waitUntilHealthy(pywb.python, server.port);
    const page = await server.get(path);
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('html')]);
    await server.stop();
  }, 300_000);

  it('is backed up, checked and restored by the commands of back-up.md', async () => {
    const made = run(findCommands('back-up.md', 'docker compose run --rm cli backup'));
    expect(made).toContain('Backed up: ');
    const checked = run(findCommands('back-up.md', 'docker compose run --rm cli restore /backups --check'));
    expect(checked).toContain('Intact: ');
    await Promise.all([repository.stop(), config.stop()]);
    const restored = await ComposeNode.create({});
    await useNewDatabases(restored);
    cpSync(join(node.folder, 'backups'), join(restored.folder, 'backups'), { recursive: true });
    if (process.getuid?.() === 0)
      execFileSync('chown', ['-R', String(confinedUid), join(restored.folder, 'backups')]);
    const other = restored.writeDocker();
    run(findCommands('back-up.md', 'docker compose up --detach --build postgresql'), other);
    expect(run('docker compose run --rm cli user list', other)).toContain('alice');
    await restored.start('repository-service');
    const again = createRepositoryClient({
      url: `http://127.0.0.1:${restored.ports['repository-service']}`,
      user: 'alice',
      password: 'a long password',
    });
    const { auids } = await again.getAus({});
    expect((await again.getArtifacts({ auid: auids[0]! })).artifacts).toHaveLength(5);
  }, 600_000);

  it('rebuilds its databases by the command of back-up.md', async () => {
    await useNewDatabases(node);
    run(findCommands('back-up.md', 'docker compose stop'));
    await node.start('repository-service');
    await node.start('config-service');
    const listed = run('docker compose exec -T config-service holdfast aus list --quiet');
    expect(listed).toContain('Tide Tables 2025');
    const { artifacts } = await client('alice', 'a long password').getArtifacts({ auid: findAuid(listed) });
    expect(artifacts).toHaveLength(5);
  }, 600_000);

  /** Waits until the health check of pywb's container passes, as `docker compose up --wait` does. */
  async function waitUntilHealthy(python: string, port: number): Promise<void> {
    const [, ...words] = parseComposeFile(readComposeFile()).services.pywb!.healthcheck!.test;
    const script = words
      .at(-1)!
      .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replace('repository-service:24610', `127.0.0.1:${node.ports['repository-service']}`);
    const netrc = join(await createTemporaryFolder(), 'netrc');
    writeFileSync(netrc, readSecret('replay/netrc').replace('repository-service', '127.0.0.1'), {
      mode: 0o600,
    });
    for (const deadline = performance.now() + HEALTHY_MS; ; await sleep(1_000)) {
      const check = await startProcess(python, ['-c', script], {
        env: { NETRC: netrc, NO_PROXY: '127.0.0.1' },
      });
      if ((await check.exited).code === 0) return;
      if (performance.now() > deadline) throw new Error(`pywb is not healthy: ${check.output()}`);
    }
  }

  /** Runs shell commands in the project's folder, with the program `docker` of the node. */
  function run(commands: string, bin = docker): string {
    const here = commands
      .replaceAll('config/', `${node.folder}/config/`)
      .split('\n')
      .filter((line) => !/docker compose (?:--profile \S+ )?(?:up|ps|stop)\b|^curl /.test(line));
    const { status, stdout } = spawnSync(
      'bash',
      ['-euo', 'pipefail', '-c', `${here.join('\n')}\necho "\${AUID:-}"`],
      {
        cwd: composeProjectFolder,
        env: { PATH: `${bin}:${process.env.PATH}`, NEW_PASSWORD: 'a long password' },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    if (status !== 0) throw new Error(`${commands}\nended with ${status}:\n${stdout}`);
    return stdout;
  }

  function readSecret(path: string): string {
    return readFileSync(join(node.folder, 'secrets', path), 'utf8');
  }

  /** Waits until the repository service accepts a new user. */
  async function waitForLogin(user: string, password: string): Promise<void> {
    for (const deadline = performance.now() + HEALTHY_MS; ; ) {
      await sleep(USERS_READ_MS);
      const error = await client(user, password)
        .getAus({})
        .then(() => undefined)
        .catch((caught: { status?: number }) => caught);
      if (error === undefined) return;
      if (error.status !== 401 || performance.now() > deadline) throw error;
    }
  }

  function client(user: string, password: string) {
    return createRepositoryClient({
      url: `http://127.0.0.1:${node.ports['repository-service']}`,
      user,
      password,
    });
  }
});

/** Returns the commands of the block whose first command begins with these words. */
function findCommands(page: string, beginning: string): string {
  const block = extractBlocks(page).find(({ commands }) => commands[0]!.startsWith(beginning));
  if (block === undefined) throw new Error(`${page} has no block that begins with '${beginning}'`);
  return block.commands.join('\n');
}

/** Returns the AUID in the output of commands that add the example AU. */
function findAuid(output: string): string {
  return /org\|example\|plugin\|TidesPlugin&\S+/.exec(output)![0];
}

/** Starts a PostgreSQL server with empty databases, and makes the node use it. */
async function useNewDatabases(node: ComposeNode): Promise<void> {
  const { server } = await startTestPostgres();
  initDatabases(join(node.folder, 'secrets/postgresql'), server.url);
  node.useDatabase(new URL(server.url).port);
}
