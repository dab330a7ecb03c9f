// Covers: docker-compose.yml services packages
// Runs the node of docker-compose.yml without Docker. Creates its secrets and users file, initializes its databases
// with its own script, and starts both services with its settings.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfigClient as clientOf, createRepositoryClient } from '@holdfast/client';
import { createTemporaryFolder, findTestS3, makeWarc, startTestPostgres } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createTestConfigClient } from '../support/config-client.ts';
import { startConfig } from '../support/config-server.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import {
  composeProjectFolder,
  findSecretPath,
  isSecretFile,
  parseComposeFile,
  readComposeFile,
} from './compose-file.ts';
import { hasPsql, initDatabases } from './node-databases.ts';

const psql = hasPsql();
const s3 = findTestS3();
const whole = psql && s3 !== undefined;
if (!whole)
  process.stderr.write(`NOT RUN: the node of docker-compose.yml: no ${psql ? 'S3 server' : 'psql'}\n`);

/** Setting with which the configuration service stores plugin registries in the repository. */
const storing = { PLUGIN_STORE_USER: 'plugin-store' };

/** Lines of example.env that name the keys of the S3 server. */
const bundledS3 = Object.fromEntries(
  [
    ...readFileSync(join(composeProjectFolder, 'examples/compose/example.env'), 'utf8').matchAll(
      /^#(S3_\w*KEY\w*_FILE)=(.+)$/gm,
    ),
  ].map(([, name, value]) => [name!, value!]),
);

describe('make-secrets.sh', () => {
  it('makes what docker-compose.yml gives to its services, readable by their owner alone', async () => {
    const secrets = await createSecretsFolder();
    for (const service of Object.values(parseComposeFile(readComposeFile(), storing).services)) {
      const { environment = {} } = service;
      for (const [setting, path] of Object.entries(environment).filter(([one]) => isSecretFile(one))) {
        const file = join(secrets, findSecretPath(service, path));
        expect([setting, readFileSync(file, 'utf8').length]).toEqual([setting, expect.any(Number)]);
        expect(statSync(file).mode & 0o077).toBe(0);
      }
    }
  });

  it('leaves what is there, and lets the services know each other', async () => {
    const secrets = await createSecretsFolder();
    const read = (path: string) => readFileSync(join(secrets, path), 'utf8');
    const before = read('repository-service/admin-password');
    makeSecrets(secrets);
    expect(read('repository-service/admin-password')).toBe(before);
    expect(read('config-service/reader-password')).toBe(read('repository-service/reader-password'));
    expect(read('repository-service/database-url')).toContain(read('postgresql/repository-password'));
    expect(read('config-service/admin-password')).toBe(before);
    expect(read('config-service/session-secret')).toBe(read('repository-service/session-secret'));
    expect(
      new Set([
        before,
        read('config-service/session-secret'),
        read('config-service/reader-password'),
        read('config-service/plugin-store-password'),
        read('postgresql/superuser-password'),
      ]).size,
    ).toBe(5);
    expect(read('config-service/plugin-store-password')).toBe(
      read('repository-service/plugin-store-password'),
    );
  });
});

(whole ? describe : describe.skip)('the node of docker-compose.yml', () => {
  let repository: RepositoryServer;
  let secrets: string;
  let store: Record<string, string>;
  let databasePort: number;
  /** Folder that replaces the volume `users`. */
  let users: string;

  beforeAll(async () => {
    secrets = await createSecretsFolder();
    users = await createTemporaryFolder();
    createUsersFile(users);
    const { server } = await startTestPostgres({ unsafe: true });
    databasePort = Number(new URL(server.url).port);
    initDatabases(join(secrets, 'postgresql'), server.url);
    const bucket = await s3!.bucket();
    for (const service of ['repository-service', 'config-service']) {
      writeFileSync(join(secrets, service, 's3-access-key-id'), bucket.accessKeyId);
      writeFileSync(join(secrets, service, 's3-secret-access-key'), bucket.secretAccessKey);
    }
    store = { OBJECT_STORE: `s3:${bucket.bucket}`, S3_ENDPOINT: bucket.endpoint };
    repository = await startRepository({
      databaseUrl: '',
      objectStore: `s3:${bucket.bucket}`,
      env: await given('repository-service', { S3_ENDPOINT: bucket.endpoint }),
    });
  }, 120_000);

  it('stores and reads', async () => {
    const password = readFileSync(join(secrets, 'repository-service/admin-password'), 'utf8');
    const client = createRepositoryClient({ url: repository.client.url, user: 'admin', password });
    const results = client.importArchive({ auid: 'node', archive: makeWarc(3, 100).bytes });
    for await (const { status } of results) expect(status).toBe('OK');
    expect((await client.getArtifacts({ auid: 'node' })).artifacts).toHaveLength(3);
  });

  it('lets the configuration service ask the repository service, and both write the same users', async () => {
    const settings = await given('config-service', {
      ...store,
      REPOSITORY_URL: repository.client.url,
      PLUGIN_SOURCES: join(composeProjectFolder, 'examples/plugins'),
    });
    const password = readFileSync(join(secrets, 'config-service/admin-password'), 'utf8');
    // A user added through one service can log in to the other service, which can change that user.
    const administrator = createRepositoryClient({ url: repository.client.url, user: 'admin', password });
    await administrator.postLogin({
      body: { name: 'alice', password: 'a long password', roles: ['accessContentRole'] },
    });
    const config = await startConfig('', '', settings as Record<string, string>);
    const alice = clientOf({ url: config.url, user: 'alice', password: 'a long password' });
    expect(await alice.queryPlugins({ pluginQuery: 'select pluginId' })).not.toEqual([]);
    await createTestConfigClient(config.url, password).deleteLogin({ name: 'alice' });
    expect(readFileSync(join(users, 'users.json'), 'utf8')).not.toContain('alice');
    const client = createTestConfigClient(config.url, password);
    const auid = 'org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025';
    const auConfig = { base_url: 'http://www.example.org/', year: '2025' };
    await client.putAuConfiguration({ auid, body: { auId: auid, auConfig } });
    expect(await client.updateAuSubstance({ auid })).toMatchObject({ id: auid });
    expect(await client.getAuStatus({ auid })).toMatchObject({ contentSize: 0 });
  });

  it('lets it do nothing else there', async () => {
    const password = readFileSync(join(secrets, 'config-service/reader-password'), 'utf8');
    const { REPOSITORY_USER: user } = parseComposeFile(readComposeFile()).services['config-service']!
      .environment!;
    const client = createRepositoryClient({ url: repository.client.url, user: user!, password });
    const refused = await client
      .handleBulkAuOp({ auid: 'node', body: { op: 'start' } })
      .catch((error) => error);
    expect(refused).toMatchObject({ status: 403 });
    expect((await client.getArtifacts({ auid: 'node' })).artifacts).toHaveLength(3);
  });

  it('lets it store registries of plugins, where that is wanted, and nothing else', async () => {
    const { environment } = parseComposeFile(readComposeFile(), storing).services['config-service']!;
    expect(environment).toMatchObject({
      ...storing,
      PLUGIN_STORE_PASSWORD_FILE: expect.stringMatching(/^\/run/),
    });
    const password = readFileSync(join(secrets, 'config-service/plugin-store-password'), 'utf8');
    const client = createRepositoryClient({ url: repository.client.url, user: 'plugin-store', password });
    const create = (auid: string) =>
      client.createArtifact({
        body: {
          artifactProps: new Blob([JSON.stringify({ auid, uri: 'http://plugins.example/a.jar' })]),
          payload: new Blob(['jar']),
        },
      });
    const made = await create('org|lockss|plugin|RegistryPlugin&base_url~http%3A%2F%2Fplugins%2Eexample%2F');
    const commit = (committed: boolean) => client.updateArtifact({ uuid: made.uuid!, committed });
    expect(await commit(true)).toMatchObject({ committed: true });
    const [{ uuid }] = (await client.getArtifacts({ auid: 'node' })).artifacts as [{ uuid: string }];
    const refused = [
      () => create('node'),
      () => commit(false),
      () => client.updateArtifact({ uuid, committed: false }),
      () => client.updateArtifact({ uuid, committed: true }),
      () => client.deleteArtifact({ uuid: made.uuid! }),
      () => client.deleteArtifact({ uuid }),
    ];
    for (const ask of refused)
      expect(await ask().catch((error: unknown) => error)).toMatchObject({ status: 403 });
  });

  it('gives the bridge accounts that may work on the outboxes, and on nothing else', async () => {
    const [file] = Object.entries(parseComposeFile(readComposeFile()).services.bridge!.environment!).flatMap(
      ([name, path]) => (name === 'BRIDGE_REPOSITORY_DATABASE_URL_FILE' ? [path.split('/').at(-1)!] : []),
    );
    const url = readFileSync(join(secrets, 'bridge', file!), 'utf8').replace(
      '@postgresql:5432',
      `@127.0.0.1:${databasePort}`,
    );
    const ask = (one: string, statement: string) =>
      execFileSync('psql', ['--no-psqlrc', '--tuples-only', '--no-align', one, '--command', statement], {
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim();
    expect(ask(url, 'select count(*) from repository_change')).toBe('0');
    const readable = ask(
      url,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
         and has_table_privilege(oid, 'select') order by 1`,
    );
    expect(readable.split('\n')).toEqual(['repository_bridge', 'repository_change']);
    expect(() => ask(url, 'create temporary table t (i int)')).toThrow('permission denied');
    expect(() => ask(url.replace(/[^/]*$/, 'config'), 'select 1')).toThrow('permission denied');
  });

  /** Returns the settings of a service from docker-compose.yml, with paths and addresses replaced by local ones. */
  async function given(name: string, elsewhere: Record<string, string>) {
    const { environment = {} } = parseComposeFile(readComposeFile(), storing).services[name]!;
    const url = join(secrets, name, 'database-url');
    writeFileSync(url, readFileSync(url, 'utf8').replace('@postgresql:5432', `@127.0.0.1:${databasePort}`));
    const spool = join(await createTemporaryFolder(), 'spool');
    mkdirSync(spool);
    const here = (path: string) =>
      path
        .replace('/run/secrets/holdfast', join(secrets, name))
        .replace('/spool', spool)
        .replace('/users', users)
        .replace(/^\/config/, join(composeProjectFolder, 'config'));
    const settings = Object.entries({ ...environment, ...bundledS3 }).map(([key, value]) => [
      key,
      here(value),
    ]);
    const {
      OBJECT_STORE: _store,
      HOST: _host,
      METRICS_HOST: _metricsHost,
      ...rest
    } = Object.fromEntries(settings) as Record<string, string>;
    return { ...rest, ...elsewhere, DATABASE_URL: '', ADMIN_PASSWORD: '' };
  }
});

async function createSecretsFolder(): Promise<string> {
  const folder = join(await createTemporaryFolder(), 'secrets');
  makeSecrets(folder);
  return folder;
}

function makeSecrets(folder: string): void {
  execFileSync('sh', [join(composeProjectFolder, 'scripts/make-secrets.sh'), folder]);
}

/** Runs the command of docker-compose.yml that creates the users file, but in `folder`. */
function createUsersFile(folder: string): void {
  const [script = ''] = parseComposeFile(readComposeFile()).services.prepare!.command!;
  const line = script.split('\n').find((one) => one.includes('> /users/users.json'))!;
  execFileSync('sh', ['-euc', line.replaceAll('/users/', `${folder}/`)]);
}
