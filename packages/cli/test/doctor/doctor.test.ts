// `holdfast doctor` on a healthy node and on nodes with one fault each. The first line of the report must name the
// fault.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openObjectStore } from '@holdfast/object-store';
import {
  createTestDatabase,
  describeWithS3,
  makeCertificate,
  startPoolingProxy,
  startTestPostgres,
  type TestPostgresServer,
  type TestS3Server,
  toS3Environment,
} from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectFault, expectNoSecrets, expectWarning, knownSecrets } from './expectations.ts';
import {
  createTables,
  diagnose,
  makeSettings,
  sql,
  startChangingProxy,
  startTlsServer,
  startUnrelatedServer,
  type Variables,
} from './sick-node.ts';

let postgres: TestPostgresServer;
let settings: Record<string, string>;
let count = 0;

function withDatabase(name: string, change: (url: URL) => void = () => undefined): string {
  const url = new URL(postgres.server.url);
  url.pathname = `/${name}`;
  change(url);
  return url.href;
}

beforeAll(async () => {
  // Uses a separate server, because the doctor would report the non-durable settings of the shared server.
  postgres = await startTestPostgres();
  knownSecrets.push(new URL(postgres.server.url).password);
  await sql(postgres.server.url, 'create database tables');
  await createTables(withDatabase('tables'));
  await sql(postgres.server.url, 'create database healthy template tables');
}, 60_000);

beforeEach(async () => {
  settings = await makeSettings(withDatabase('healthy'));
});

/** Gives the node a separate database, for tests that modify the database. */
async function useOwnDatabase(): Promise<void> {
  const name = `node_${count++}`;
  await sql(postgres.server.url, `create database ${name} template tables strategy file_copy`);
  settings.DATABASE_URL = withDatabase(name);
}

const changed = (more: Variables) => diagnose({ ...settings, ...more });

describe('a healthy node', () => {
  it('is in order', async () => {
    const { code, firstLine, text } = await changed({});
    expect(firstLine).toBe('✓ Everything is in order.');
    expect(code).toBe(0);
    expect(text).toMatch(/✓ PostgreSQL at 127\.0\.0\.1:\d+ answers in \d/);
    expect(text).toMatch(/✓ The index and the object store contain the same changes\./);
    expect(text).toMatch(/ADMIN_PASSWORD = \(hidden\) {3}\(environment\)/);
    expectNoSecrets(text);
  });

  it('is described as JSON, with all settings and their sources', async () => {
    const file = join(settings.DATA_DIR!, 'pool');
    writeFileSync(file, '12\n');
    const { code, text } = await diagnose({ ...settings, DATABASE_POOL_FILE: file }, { json: true });
    const report = JSON.parse(text);
    expect(code).toBe(0);
    expect(report).toMatchObject({ format: 'holdfast-doctor/1', isHealthy: true });
    expect(report.settings).toContainEqual(
      expect.objectContaining({ name: 'DATABASE_POOL', value: '12', from: 'file', file }),
    );
    expect(report.settings).toContainEqual(
      expect.objectContaining({ name: 'ADMIN_PASSWORD', value: null, isSecret: true, from: 'environment' }),
    );
    expect(report.settings).toContainEqual(
      expect.objectContaining({ name: 'LOG_LEVEL', value: 'info', from: 'default' }),
    );
    expect(report.findings.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['database.clock', 'object-store.abilities', 'spool.space', 'index.age']),
    );
    expectNoSecrets(text);
  });

  it('may be one that was never started', async () => {
    const { DATABASE_URL: _, OBJECT_STORE: __, ...rest } = settings;
    const fresh = { ...rest, DATA_DIR: `${settings.DATA_DIR}/fresh` };
    expect(await diagnose(fresh)).toMatchObject({ code: 0, firstLine: '✓ Everything is in order.' });
  });
});

describe('settings', () => {
  it('that cannot be used', async () => {
    expectFault(await changed({ DATABASE_POOL: 'many' }), /DATABASE_POOL/);
  });

  it('that are misspelt', async () => {
    expectWarning(
      await changed({ S3_ENDPIONT: 'http://s3' }),
      /S3_ENDPIONT is no setting; did you mean S3_ENDPOINT\?/,
    );
  });
});

describe('PostgreSQL', () => {
  it('refuses the password', async () => {
    const url = withDatabase('healthy', (one) => {
      one.password = 'wrong-password-of-mine';
    });
    const diagnosis = await changed({ DATABASE_URL: url });
    expectFault(diagnosis, /wrong user or password/);
    expect(diagnosis.text).not.toContain('wrong-password-of-mine');
    expect(diagnosis.text).toMatch(/→ Correct user and password in DATABASE_URL/);
  });

  it('has no such database', async () => {
    expectFault(await changed({ DATABASE_URL: withDatabase('missing') }), /there is no such database/);
  });

  it('does not run', async () => {
    const url = withDatabase('x', (one) => {
      one.port = '1';
    });
    expectFault(await changed({ DATABASE_URL: url }), /connection refused/);
  });

  it('is too old', async () => {
    // Shadows a built-in function of PostgreSQL with a function of the same name.
    await shadow(
      'current_setting(name text)',
      'text',
      `case name when 'server_version_num' then '140011' else pg_catalog.current_setting(name) end`,
    );
    expectFault(await changed({}), /PostgreSQL 14 is too old: Holdfast needs version 15/);
  });

  it('has another time', async () => {
    await shadow('clock_timestamp()', 'timestamptz', `pg_catalog.clock_timestamp() - interval '10 minutes'`);
    expectFault(await changed({}), /The clock of PostgreSQL at .* is 600 seconds behind/);
  });

  it('allows too few connections', async () => {
    expectFault(
      await changed({ DATABASE_POOL: '200', WORKERS: '4' }),
      /allows 200 connections \(max_connections\), but the services may open \d+/,
    );
  });

  it('does not write durably', async () => {
    const { url } = await createTestDatabase();
    expectFault(await changed({ DATABASE_URL: url }), /has fsync = off: a crash of the machine can destroy/);
  });

  it('is behind a transaction-pooling proxy', async () => {
    const proxy = await startPoolingProxy(settings.DATABASE_URL!);
    expectFault(await changed({ DATABASE_URL: proxy.url }), /pools transactions/);
  });

  it('has a schema that is too new', async () => {
    await useOwnDatabase();
    await sql(settings.DATABASE_URL!, `insert into repository_migration values ('9999-future', now()::text)`);
    expectFault(await changed({}), /schema is too new for this version/);
  });

  it('stores no UTF-8', async () => {
    await sql(
      postgres.server.url,
      `create database latin encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`,
    );
    expectFault(await changed({ DATABASE_URL: withDatabase('latin') }), /has the encoding LATIN1/);
  });

  async function shadow(head: string, type: string, body: string): Promise<void> {
    await useOwnDatabase();
    const url = settings.DATABASE_URL!;
    const name = new URL(url).pathname.slice(1);
    await sql(url, `create function public.${head} returns ${type} language sql as $$ select ${body} $$`);
    await sql(url, `alter database ${name} set search_path = public, pg_catalog`);
  }
});

describe('this machine', () => {
  it('has a full disk', async () => {
    expectFault(await changed({ DISK_RESERVE: '1024TiB' }), /has .* free, less than the reserve/);
  });

  it('has a folder that cannot be written to', async () => {
    const file = join(settings.DATA_DIR!, 'file');
    writeFileSync(file, '');
    expectFault(await changed({ SPOOL_DIR: join(file, 'spool') }), /spool folder .* cannot be written to/);
  });

  it('has another program on a port', async () => {
    const port = await startUnrelatedServer();
    expectFault(
      await changed({ CONFIG_PORT: String(port) }),
      new RegExp(`Port ${port} .* in use by another program`),
    );
  });
});

describe('the object store', () => {
  it('is not mounted', async () => {
    await addAu();
    expectFault(
      await changed({ OBJECT_STORE: `fs:${settings.DATA_DIR}/elsewhere` }),
      /is empty or missing, but the database knows content/,
    );
  });

  it('is newer than the index', async () => {
    await put('ns/default/1.warc.gz');
    expectFault(
      await changed({}),
      /The index is older than the object store: the index is empty, and the store is not/,
    );
  });

  it('belongs to another node as well', async () => {
    await addAu();
    await put(
      'journal/20260101/20260101000000000-0000000a/0000000000000007-00000000-0000-4000-8000-000000000000.ndjson.gz',
    );
    const diagnosis = await changed({});
    expectFault(diagnosis, /changes of the epoch 20260101000000000-0000000a, which the index does not know/);
    expect(diagnosis.text).toMatch(/→ .*If another node with another database uses the same store/);
  });

  async function put(key: string): Promise<void> {
    const store = await openObjectStore({ kind: 'fs', folder: settings.OBJECT_STORE!.slice(3) });
    await store.put(key, Buffer.from('content'));
    await store.close();
  }
});

describeWithS3('a bucket', (s3: TestS3Server) => {
  let bucket: Record<string, string>;
  beforeAll(async () => {
    bucket = toS3Environment(await s3.bucket());
  });

  it('is in order', async () => {
    expect(await changed(bucket)).toMatchObject({ code: 0, firstLine: '✓ Everything is in order.' });
  });

  it('does not exist', async () => {
    expectFault(
      await changed({ ...bucket, OBJECT_STORE: 's3:holdfast-wrong-bucket' }),
      /holdfast-wrong-bucket.*there is no such bucket/,
    );
  });

  it('refuses the secret key', async () => {
    const diagnosis = await changed({ ...bucket, S3_SECRET_ACCESS_KEY: 'not-the-secret-key-of-it' });
    expectFault(diagnosis, /access denied|wrong access key/);
    expect(diagnosis.text).not.toContain('not-the-secret-key-of-it');
  });

  it('ignores conditions', async () => {
    const S3_ENDPOINT = await startChangingProxy(bucket.S3_ENDPOINT!, { ignoresConditions: true });
    expectWarning(await changed({ ...bucket, S3_ENDPOINT }), /does not support conditional writes/);
  });

  it('has another time', async () => {
    const S3_ENDPOINT = await startChangingProxy(bucket.S3_ENDPOINT!, { clockOffsetMs: 120_000 });
    expectFault(
      await changed({ ...bucket, S3_ENDPOINT }),
      /The clock of the bucket .* is 1\d\d seconds ahead/,
    );
  });

  it('shows a certificate of an unknown authority', async () => {
    const [own, other] = ['own', 'other'].map((name) => makeCertificate(settings.DATA_DIR!, name));
    const S3_ENDPOINT = await startTlsServer(own!);
    const diagnosis = await changed({ ...bucket, S3_ENDPOINT, S3_CA_FILE: other!.certFile });
    expectFault(diagnosis, /no trusted authority has signed its certificate/);
    expect(diagnosis.text).toMatch(/→ Set S3_CA_FILE/);
  });
});

/** Inserts an AU into the index, so that the database refers to content. */
async function addAu(): Promise<void> {
  await useOwnDatabase();
  await sql(settings.DATABASE_URL!, `insert into namespace (name) values ('default')`);
  await sql(
    settings.DATABASE_URL!,
    `insert into au (namespace_id, auid, auid_sha256) select id, 'a', sha256('a') from namespace`,
  );
}
