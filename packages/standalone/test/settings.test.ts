import { describe, expect, it } from '@jest/globals';
import { defaultPorts } from '../early/ports.mjs';
import { readStandaloneSettings } from '../src/settings.ts';

const read = (environment: Record<string, string>) =>
  readStandaloneSettings(environment, '/project').settings!;
const faultsOf = (environment: Record<string, string>): string =>
  readStandaloneSettings(environment, '/project').faults.join('\n');

describe('the settings of npm start', () => {
  it('need nothing to be set', () => {
    expect(read({})).toEqual({
      host: '127.0.0.1',
      metricsHost: '127.0.0.1',
      ports: defaultPorts,
      dataFolder: '/project/data',
      adminUser: 'admin',
      adminPasswordGiven: false,
      readerPasswordGiven: false,
      storesRegistries: false,
      sessionSecretGiven: false,
      databaseUrl: undefined,
      objectStore: { kind: 'fs', folder: '/project/data/store' },
      backup: undefined,
    });
  });

  it('keep the object store in the data folder, wherever that is', () => {
    expect(read({ DATA_DIR: '/srv/h' }).objectStore).toEqual({ kind: 'fs', folder: '/srv/h/store' });
    expect(read({ DATA_DIR: 'elsewhere' }).dataFolder).toBe('/project/elsewhere');
    expect(read({ OBJECT_STORE: 'fs:objects' }).objectStore).toEqual({
      kind: 'fs',
      folder: '/project/objects',
    });
  });

  it('plan backups if both period and place are set', () => {
    const backup = { BACKUP_PERIOD: '1d', BACKUP_PLACE: '/backups' };
    expect(read(backup).backup).toEqual({ periodMs: 86_400_000, place: '/backups', keep: 7 });
    expect(read({ ...backup, BACKUP_KEEP: '3' }).backup?.keep).toBe(3);
    for (const [name, value] of Object.entries(backup)) {
      expect(faultsOf({ [name]: value })).toBe('BACKUP_PERIOD and BACKUP_PLACE must be set together');
    }
  });

  it('take an S3 store', () => {
    const { objectStore } = read({
      OBJECT_STORE: 's3:bucket/prefix',
      S3_ENDPOINT: 'http://127.0.0.1:7070',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_PART_SIZE: '8MiB',
    });
    expect(objectStore).toMatchObject({
      kind: 's3',
      bucket: 'bucket',
      prefix: 'prefix/',
      endpoint: 'http://127.0.0.1:7070',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      partSizeBytes: 8 * 1024 * 1024,
    });
  });

  it('report every fault at once, in plain words', () => {
    const words = faultsOf({
      REPOSITORY_PORT: 'many',
      CONFIG_PORT: '70000',
      HOST: 'no host',
      ADMIN_USER: 'a:b',
      DATABASE_URL: 'mysql://user:secret@host/db',
      ADMIN_PASSWORD_FILE: '/nowhere',
      OBJECT_STORE: 'tape:1',
    });
    for (const name of [
      'REPOSITORY_PORT',
      'CONFIG_PORT',
      'HOST',
      'ADMIN_USER',
      'DATABASE_URL',
      'ADMIN_PASSWORD_FILE',
      'OBJECT_STORE',
    ]) {
      expect(words).toMatch(new RegExp(`^${name}\\b`, 'm'));
    }
    expect(words).not.toContain('secret');
  });

  it('need no more than two ports for a second node', () => {
    expect(read({ REPOSITORY_PORT: '25000', CONFIG_PORT: '25010' }).ports).toEqual({
      REPOSITORY_PORT: 25_000,
      REPOSITORY_METRICS_PORT: 25_001,
      CONFIG_PORT: 25_010,
      CONFIG_METRICS_PORT: 25_011,
    });
  });

  it('refuse one port for two things', () => {
    expect(faultsOf({ CONFIG_PORT: '24610' })).toContain('CONFIG_PORT and REPOSITORY_PORT are both 24610');
  });

  it('refuse port 0, which nobody could be told', () => {
    expect(faultsOf({ REPOSITORY_PORT: '0' })).toContain('REPOSITORY_PORT');
  });
});
