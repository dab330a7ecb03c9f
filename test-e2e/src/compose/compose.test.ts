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

  it('runs both services, with PostgreSQL and an S3 server, and a bridge where one is wanted', () => {
    expect(readComposeFile()).toContain('profiles: [bridge]');
    const names = ['bridge', 'config-service', 'object-store', 'postgresql', 'prepare', 'repository-service'];
    expect(Object.keys(parseComposeFile(readComposeFile()).services).sort()).toEqual(names);
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
    expect(Object.keys(services).sort()).toEqual(['config-service', 'repository-service']);
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
    expect(mounts.map(([name]) => name).sort()).toEqual(['config-service', 'prepare', 'repository-service']);
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
    expect(new Set(images)).toEqual(inCompose);
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
