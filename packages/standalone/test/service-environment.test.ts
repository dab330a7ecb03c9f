import { describe, expect, it } from '@jest/globals';
import { defaultPorts } from '../early/ports.mjs';
import { makeServiceEnvironment } from '../src/service-environment.ts';

const facts = {
  host: '127.0.0.1',
  ports: defaultPorts,
  databaseUrl: 'postgres://localhost/repository',
  repositoryUrl: 'http://127.0.0.1:24610',
  configurationUrl: 'http://127.0.0.1:24620',
  objectStore: { kind: 'fs', folder: '/data/store' },
  spoolFolder: '/data/spool',
  auditFolder: '/data/audit',
  adminUser: 'admin',
  adminPasswordFile: '/data/admin-password',
  readerPasswordFile: '/data/reader-password',
  sessionSecretFile: '/data/session-secret',
  usersFile: '/data/users.json',
} as const;

describe('what a service is told', () => {
  it('is where to listen, where to keep things, and who may log in', () => {
    expect(makeServiceEnvironment({}, facts)).toEqual({
      HOST: '127.0.0.1',
      REPOSITORY_PORT: '24610',
      REPOSITORY_METRICS_PORT: '24611',
      CONFIG_PORT: '24620',
      CONFIG_METRICS_PORT: '24621',
      DATABASE_URL: 'postgres://localhost/repository',
      OBJECT_STORE: 'fs:/data/store',
      SPOOL_DIR: '/data/spool',
      AUDIT_LOG: '/data/audit',
      USERS_FILE: '/data/users.json',
      ADMIN_USER: 'admin',
      ADMIN_PASSWORD_FILE: '/data/admin-password',
      READER_PASSWORD_FILE: '/data/reader-password',
      REPOSITORY_URL: 'http://127.0.0.1:24610',
      REPOSITORY_USER: 'config-service',
      SESSION_SECRET_FILE: '/data/session-secret',
      REPOSITORY_PASSWORD_FILE: '/data/reader-password',
      CONFIG_URL: 'http://127.0.0.1:24620',
    });
  });

  it("is where the node's own PostgreSQL keeps its files, so that the room there is watched", () => {
    const environment = makeServiceEnvironment({}, { ...facts, databaseFolder: '/data/postgres' });
    expect(environment.DATABASE_DIR).toBe('/data/postgres');
  });

  it('is where the configuration service is, unless another one was named', () => {
    const address = ({ CONFIG_URL, CONFIG_CERT_FILE }: Record<string, string>) => [
      CONFIG_URL,
      CONFIG_CERT_FILE,
    ];
    const encrypted = { ...facts, certFile: '/data/cert.pem' };
    expect(address(makeServiceEnvironment({}, encrypted))).toEqual([
      'http://127.0.0.1:24620',
      '/data/cert.pem',
    ]);
    const other = { CONFIG_URL: 'https://configuration.example.org' };
    expect(address(makeServiceEnvironment(other, encrypted))).toEqual([other.CONFIG_URL, undefined]);
  });

  it('is everything else that was set, and nothing twice', () => {
    const inherited = {
      LOG_LEVEL: 'debug',
      DATABASE_URL_FILE: '/secret/url',
      REPOSITORY_PORT_FILE: '/port',
      SPOOL_DIR: '/spool',
      AUDIT_LOG: 'off',
      USERS_FILE: '/own/users.json',
      ADMIN_PASSWORD: '',
      UNSET: undefined,
    };
    const environment = makeServiceEnvironment(inherited, facts);
    expect(environment).toMatchObject({ LOG_LEVEL: 'debug', DATABASE_URL: facts.databaseUrl });
    expect(environment).toMatchObject({
      SPOOL_DIR: '/spool',
      AUDIT_LOG: 'off',
      USERS_FILE: '/own/users.json',
    });
    for (const name of ['DATABASE_URL_FILE', 'REPOSITORY_PORT_FILE', 'ADMIN_PASSWORD', 'UNSET']) {
      expect(environment).not.toHaveProperty(name);
    }
  });

  it('passes a given password and an S3 store on as they came', () => {
    const inherited = { ADMIN_PASSWORD_FILE: '/given', OBJECT_STORE: 's3:bucket', S3_REGION: 'here' };
    const objectStore = {
      kind: 's3',
      bucket: 'bucket',
      prefix: '',
      region: 'here',
      forcePathStyle: false,
      checksums: 'WHEN_REQUIRED',
      partSizeBytes: 1,
    } as const;
    const environment = makeServiceEnvironment(inherited, {
      ...facts,
      objectStore,
      adminPasswordFile: undefined,
    });
    expect(environment).toMatchObject(inherited);
    expect(environment).not.toHaveProperty('ADMIN_PASSWORD');
  });

  it('is the password for storing registries of plugins, which both services have, where that is wanted', () => {
    const inherited = { PLUGIN_STORE_USER: 'plugin-store', PLUGIN_STORE_PASSWORD: '' };
    const environment = makeServiceEnvironment(inherited, {
      ...facts,
      storingPasswordFile: '/data/plugin-store-password',
    });
    expect(environment).toMatchObject({
      PLUGIN_STORE_USER: 'plugin-store',
      PLUGIN_STORE_PASSWORD_FILE: '/data/plugin-store-password',
    });
    expect(environment).not.toHaveProperty('PLUGIN_STORE_PASSWORD');
  });

  describe('of the repository service', () => {
    const given = { ...facts, readerPasswordFile: undefined };
    const makeEnvironment = (inherited: Record<string, string>, of = facts as typeof facts | typeof given) =>
      Object.fromEntries(
        Object.entries(makeServiceEnvironment(inherited, of)).filter(([name]) =>
          /^REPOSITORY_(?:URL|USER|PASSWORD)/.test(name),
        ),
      );
    const address = { REPOSITORY_URL: 'http://127.0.0.1:24610' };

    it('is the login that was given for the reader, the way it was, and never the administrator', () => {
      const admin = { ADMIN_PASSWORD: 'of the administrator' };
      expect(makeEnvironment({ ...admin, READER_PASSWORD: 'pass' }, given)).toEqual({
        ...address,
        REPOSITORY_USER: 'config-service',
        REPOSITORY_PASSWORD: 'pass',
      });
      expect(
        makeEnvironment({ ...admin, READER_PASSWORD_FILE: '/given', READER_USER: 'reads' }, given),
      ).toEqual({
        ...address,
        REPOSITORY_USER: 'reads',
        REPOSITORY_PASSWORD_FILE: '/given',
      });
    });

    it('is another login when one was set', () => {
      const other = { REPOSITORY_USER: 'reader', REPOSITORY_PASSWORD_FILE: '/reader' };
      expect(makeEnvironment(other)).toEqual({ ...address, ...other });
    });

    it('is nothing of its own when another service was named', () => {
      const other = { REPOSITORY_URL: 'https://repository.example.org' };
      expect(makeEnvironment(other)).toEqual(other);
      expect(makeEnvironment({ REPOSITORY_URL_FILE: '/where' })).toEqual({ REPOSITORY_URL_FILE: '/where' });
    });

    it('takes what is set to nothing as not set', () => {
      const empty = { REPOSITORY_URL: '', REPOSITORY_USER: '', REPOSITORY_PASSWORD: '' };
      expect(makeEnvironment(empty)).toMatchObject({
        ...address,
        REPOSITORY_USER: 'config-service',
        REPOSITORY_PASSWORD_FILE: '/data/reader-password',
      });
    });
  });
});
