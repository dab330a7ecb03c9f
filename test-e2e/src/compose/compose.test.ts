// Checks docker-compose.yml against this project's rules. compose.judge.ts checks it with Docker Compose's own parser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import {
  type ComposeFile,
  composeProjectFolder,
  findComposeViolations,
  listSettings,
  parseComposeFile,
  readComposeFile,
} from './compose-file.ts';

describe('docker-compose.yml', () => {
  it('keeps our rules', () => {
    expect(findComposeViolations(parseComposeFile(readComposeFile()))).toEqual([]);
  });

  it('runs both services with PostgreSQL; the other containers belong to profiles', () => {
    const { services } = parseComposeFile(readComposeFile());
    const profiles = Object.entries(services).map(([name, { profiles: own = [] }]) => [name, own.join()]);
    expect(Object.fromEntries(profiles)).toEqual({
      prepare: '',
      postgresql: '',
      'repository-service': '',
      'config-service': '',
      'object-store': 's3',
      cli: 'tools',
      'replay-user': 'replay',
      pywb: 'replay',
      caddy: 'tls',
      bridge: 'bridge',
    });
  });

  it('gives PostgreSQL the values that docs/operations.md recommends', () => {
    const page = readFileSync(join(composeProjectFolder, 'docs/operations.md'), 'utf8');
    const [, table = ''] = /## Your own PostgreSQL\n(.*?)\n\nLeave/s.exec(page) ?? [];
    const recommended = [...table.matchAll(/^\| `(\w+)` +\| ([^|]*)\|/gm)].map(
      ([, name, value]) => [name!, /`([^`]+)`/.exec(value!)?.[1]] as const,
    );
    expect(recommended.length).toBeGreaterThan(5);
    const { postgresql } = parseComposeFile(readComposeFile()).services;
    const manifest = readFileSync(
      join(composeProjectFolder, 'k8s/components/bundled-postgresql/postgresql.yaml'),
      'utf8',
    );
    const [, args = ''] = /args:\s*\[([^\]]*)\]/.exec(manifest) ?? [];
    for (const given of [postgresql!.command!, args.split(/,\s*/)]) {
      const values = Object.fromEntries(
        given.filter((one) => one.startsWith('-c')).map((one) => one.slice(2).split('=')),
      );
      expect(values.shared_buffers).toBe('512MB');
      for (const [name, value] of recommended.filter(([one]) => one !== 'shared_buffers'))
        expect([name, values[name]]).toEqual([name, value]);
    }
    expect(postgresql!.mem_limit).toBe('2g');
  });

  it('uses the documented files of Caddy and pywb', () => {
    const read = (path: string) => readFileSync(join(composeProjectFolder, path), 'utf8');
    const block = (page: string, pattern: RegExp) => pattern.exec(read(page))![1]!;
    const caddy = block('docs/runbooks/expose.md', /^```caddyfile\n(.*?)^```/ms)
      .replace('repository.example.org', '{$REPOSITORY_SITE}')
      .replace('config.example.org', '{$CONFIG_SITE}')
      .replace('127.0.0.1:24610', 'repository-service:24610')
      .replace('127.0.0.1:24620', 'config-service:24620');
    expect(removeComments(read('examples/compose/Caddyfile'))).toBe(caddy);
    const pywb = block('README.md', /^```yaml\n(collections:.*?)^```/ms).replaceAll(
      '127.0.0.1:24610',
      'repository-service:24610',
    );
    expect(removeComments(read('examples/compose/pywb/config.yaml'))).toBe(pywb);
  });

  it('names settings and variables in example.env that exist', () => {
    const text = readFileSync(join(composeProjectFolder, 'examples/compose/example.env'), 'utf8');
    const names = [...text.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(10);
    const page = readFileSync(join(composeProjectFolder, 'docs/settings.md'), 'utf8');
    const isKnown = (name: string) =>
      name === 'COMPOSE_PROFILES' ||
      page.includes(`\`${name}\``) ||
      page.includes(`\`${name.replace(/_FILE$/, '')}\``) ||
      readComposeFile().includes(`\${${name}:-`);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });

  it.each(['repository-service', 'config-service'])(
    'gives %s settings that docs/settings.md names',
    (name) => {
      const page = readFileSync(join(composeProjectFolder, 'docs/settings.md'), 'utf8');
      const rows = page.split('\n').filter((line) => line.startsWith('| `'));
      const known = rows.flatMap((row) =>
        [...row.split('|')[1]!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, one]) => one),
      );
      const given = listSettings(parseComposeFile(readComposeFile()).services[name]!);
      expect(given.length).toBeGreaterThan(5);
      expect(given.filter((setting) => !known.includes(setting))).toEqual([]);
    },
  );

  it('can keep everything in a second store', () => {
    const text = readFileSync(join(composeProjectFolder, 'examples/compose/second-store.yml'), 'utf8');
    const base = parseComposeFile(readComposeFile());
    const { services } = parse(text, { merge: true }) as ComposeFile;
    expect(Object.keys(services).sort()).toEqual(['cli', 'config-service', 'repository-service']);
    for (const [name, { environment, volumes }] of Object.entries(services)) {
      const folder = volumes[0]!.split(':').at(-1);
      const first = base.services[name]!.environment!.OBJECT_STORE;
      expect(environment).toEqual({ OBJECT_STORE: `near=${first},second=fs:${folder}` });
    }
    expect(text).toContain('(10001)');
    expect(
      readFileSync(join(composeProjectFolder, 'services/repository-service/Dockerfile'), 'utf8'),
    ).toContain('USER 10001:');
  });

  it('has one file of users, which both services may write and nobody else', () => {
    const { services } = parseComposeFile(readComposeFile());
    const mounts = Object.entries(services).filter(([, { volumes }]) => volumes.includes('users:/users'));
    expect(mounts.map(([name]) => name).sort()).toEqual([
      'cli',
      'config-service',
      'prepare',
      'replay-user',
      'repository-service',
    ]);
    const [script] = services.prepare!.command!;
    for (const service of ['repository-service', 'config-service']) {
      const dockerfile = readFileSync(
        join(composeProjectFolder, services[service]!.build!.dockerfile),
        'utf8',
      );
      const [, owner] = /^USER (\S+)$/m.exec(dockerfile)!;
      expect(script).toContain(`chown ${owner} /users /users/users.json`);
    }
  });

  it('runs the images that Kubernetes runs', () => {
    const { services } = parseComposeFile(readComposeFile());
    const manifests = [
      'base/repository-service/deployment',
      'base/config-service/deployment',
      'components/bridge/deployment',
      'components/bundled-postgresql/postgresql',
      'components/bundled-object-store/object-store',
    ];
    const images = manifests.flatMap((name) =>
      [
        ...readFileSync(join(composeProjectFolder, 'k8s', `${name}.yaml`), 'utf8').matchAll(/image: (\S+)/g),
      ].map(([, image]) => image),
    );
    const inCompose = new Set(Object.values(services).map(({ image }) => image));
    expect(images.filter((image) => !inCompose.has(image!))).toEqual([]);
  });

  it.each([
    ['an image that moves', /(image: versity\/versitygw):\S+/, '$1:latest'],
    ['MinIO', /versity\/versitygw:v1.8.0/, 'minio/minio:v2025.1'],
    ['a server that nobody watches', /healthcheck:/, 'x-healthcheck:'],
    ['root', /user: "999:999"/, 'user: "0:0"'],
    ['a password written down', /ADMIN_PASSWORD_FILE: \S+/, 'ADMIN_PASSWORD: secret'],
    [
      'a secret that is not mounted',
      /secrets-config-service:\/run\/secrets\/holdfast:ro/,
      'spool-config-service:/other',
    ],
    ['users of its own', /USERS_FILE: \/users\/users.json/, 'USERS_FILE: /spool/users.json'],
    ['users that are gone with the container', /\n\s+- users:\/users(\n\s+mem_limit: 1g)/, '$1'],
    ['the whole network', /127\.0\.0\.1:24610:24610/, '24610:24610'],
    ['a log without limits', /max-size: 10m, /, ''],
    ['settings that do not arrive', /path: \.env/, 'path: other.env'],
    ['a dependency that is not started', /service_healthy, required: false/, 'service_healthy'],
    ['a root file system to write on', /read_only: true/, 'read_only: false'],
    [
      'no patience',
      /postgresql: \{ condition: service_healthy \}/,
      'postgresql: { condition: service_started }',
    ],
  ])('would not get away with %s', (_what, from, to) => {
    const spoilt = readComposeFile().replace(from, to);
    expect(spoilt).not.toBe(readComposeFile());
    expect(findComposeViolations(parseComposeFile(spoilt))).not.toEqual([]);
  });
});

function removeComments(text: string): string {
  return text.replaceAll(/^#.*\n/gm, '');
}
