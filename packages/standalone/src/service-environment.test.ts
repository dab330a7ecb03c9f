import { describe, expect, it } from '@jest/globals';
import { serviceEnvironment } from './service-environment.ts';
import { defaultPorts } from './settings.ts';

const facts = {
  host: '127.0.0.1',
  ports: defaultPorts,
  databaseUrl: 'postgres://localhost/repository',
  objectStore: { kind: 'fs', folder: '/data/store' },
  spoolFolder: '/data/spool',
  adminUser: 'admin',
  adminPasswordFile: '/data/admin-password',
} as const;

describe('what a service is told', () => {
  it('is where to listen, where to keep things, and who may log in', () => {
    expect(serviceEnvironment({}, facts)).toEqual({
      HOST: '127.0.0.1',
      REPOSITORY_PORT: '24610',
      REPOSITORY_METRICS_PORT: '24611',
      CONFIG_PORT: '24620',
      CONFIG_METRICS_PORT: '24621',
      DATABASE_URL: 'postgres://localhost/repository',
      OBJECT_STORE: 'fs:/data/store',
      SPOOL_DIR: '/data/spool',
      ADMIN_USER: 'admin',
      ADMIN_PASSWORD_FILE: '/data/admin-password',
    });
  });

  it('is everything else that was set, and nothing twice', () => {
    const inherited = {
      LOG_LEVEL: 'debug',
      DATABASE_URL_FILE: '/secret/url',
      REPOSITORY_PORT_FILE: '/port',
      SPOOL_DIR: '/spool',
      ADMIN_PASSWORD: '',
      UNSET: undefined,
    };
    const told = serviceEnvironment(inherited, facts);
    expect(told).toMatchObject({ LOG_LEVEL: 'debug', DATABASE_URL: facts.databaseUrl, SPOOL_DIR: '/spool' });
    for (const name of ['DATABASE_URL_FILE', 'REPOSITORY_PORT_FILE', 'ADMIN_PASSWORD', 'UNSET']) {
      expect(told).not.toHaveProperty(name);
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
    const told = serviceEnvironment(inherited, { ...facts, objectStore, adminPasswordFile: undefined });
    expect(told).toMatchObject(inherited);
    expect(told).not.toHaveProperty('ADMIN_PASSWORD');
  });
});
