import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettings, SettingsError } from '../../src/settings/read-settings.ts';

const spec = {
  host: { kind: 'string', name: 'HOST', default: '127.0.0.1' },
  port: { kind: 'port', name: 'PORT', default: 24610 },
  workers: { kind: 'integer', name: 'WORKERS', min: 1, max: 8, default: 2 },
  verbose: { kind: 'boolean', name: 'VERBOSE', default: false },
  level: { kind: 'enum', name: 'LEVEL', values: ['debug', 'info'], default: 'info' },
  waitMs: { kind: 'duration', name: 'WAIT', min: 10, default: 5_000 },
  segmentBytes: { kind: 'bytes', name: 'SEGMENT', max: 2 ** 30, default: 64 * 2 ** 20 },
  database: { kind: 'url', name: 'DATABASE_URL', protocols: ['postgres:', 'postgresql:'] },
  password: { kind: 'secret', name: 'PASSWORD', required: true, minLength: 4 },
  store: {
    kind: 'parsed',
    name: 'STORE',
    parse: (text: string) => {
      if (!text.startsWith('fs:')) throw new Error('must begin with fs:');
      return { kind: 'fs', folder: text.slice(3) };
    },
  },
} as const;

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readSettings({ PASSWORD: 'hunter2', ...env }, spec);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
};

describe('settings', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settings-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('have their defaults when nothing is set, and are frozen', () => {
    const settings = readSettings({ PASSWORD: 'hunter2', HOST: '' }, spec);
    expect(settings).toEqual({
      host: '127.0.0.1',
      port: 24610,
      workers: 2,
      verbose: false,
      level: 'info',
      waitMs: 5_000,
      segmentBytes: 67_108_864,
      password: 'hunter2',
    });
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it('are typed', () => {
    const settings = readSettings({ PASSWORD: 'hunter2' }, spec);
    const port: number = settings.port;
    const level: 'debug' | 'info' = settings.level;
    const password: string = settings.password;
    // @ts-expect-error a setting without a default that is not required may be undefined
    const database: string = settings.database;
    expect([port, level, password, database]).toEqual([24610, 'info', 'hunter2', undefined]);
  });

  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ WORKERS: '8' }, { workers: 8 }],
    [{ VERBOSE: 'Yes' }, { verbose: true }],
    [{ VERBOSE: '0' }, { verbose: false }],
    [{ LEVEL: 'debug' }, { level: 'debug' }],
    [{ WAIT: '250ms' }, { waitMs: 250 }],
    [{ WAIT: '1.5s' }, { waitMs: 1_500 }],
    [{ WAIT: '2h' }, { waitMs: 7_200_000 }],
    [{ SEGMENT: '4096' }, { segmentBytes: 4_096 }],
    [{ SEGMENT: '8 MiB' }, { segmentBytes: 8_388_608 }],
    [{ SEGMENT: '1kB' }, { segmentBytes: 1_000 }],
    [{ DATABASE_URL: 'postgres://u:p@h/d' }, { database: 'postgres://u:p@h/d' }],
    [{ STORE: 'fs:/data' }, { store: { kind: 'fs', folder: '/data' } }],
  ])('read %j as %j', (env, expected) => {
    expect(readSettings({ PASSWORD: 'hunter2', ...env }, spec)).toMatchObject(expected);
  });

  it.each([
    [{ PORT: '65536' }, 'PORT must be at most 65535, not 65536'],
    [{ PORT: 'http' }, 'PORT must be a whole number, not "http"'],
    [{ WORKERS: '0' }, 'WORKERS must be at least 1, not 0'],
    [{ WORKERS: '1.5' }, 'WORKERS must be a whole number, not "1.5"'],
    [{ VERBOSE: 'maybe' }, 'VERBOSE must be true or false, not "maybe"'],
    [{ LEVEL: 'loud' }, 'LEVEL must be one of debug, info, not "loud"'],
    [{ WAIT: '5' }, 'WAIT must be a duration such as 30s or 5m, not "5"'],
    [{ WAIT: '5ms' }, 'WAIT must be at least 10 ms, not 5 ms'],
    [{ SEGMENT: '2GiB' }, 'SEGMENT must be at most 1073741824 bytes, not 2147483648 bytes'],
    [
      { DATABASE_URL: 'localhost:5432' },
      'DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
    ],
    [{ DATABASE_URL: 'my secret' }, 'DATABASE_URL must be an absolute URL'],
    [{ PASSWORD: 'abc' }, 'PASSWORD must be at least 4 characters long'],
    [{ PASSWORD: '' }, 'PASSWORD must be set (or PASSWORD_FILE)'],
    [{ STORE: 'ftp:x' }, 'STORE must begin with fs:'],
  ])('refuse %j', (env, fault) => {
    expect(faultsOf(env)).toEqual([fault]);
  });

  it('tell all faults together, each by the name of its variable', () => {
    const env = { PORT: 'x', LEVEL: 'x', WAIT: 'x' };
    expect(faultsOf(env).map((fault) => fault.split(' ')[0])).toEqual(['PORT', 'LEVEL', 'WAIT']);
    expect(() => readSettings(env, spec)).toThrow(
      /PORT must.*\n.*LEVEL must.*\n.*WAIT must.*\n.*PASSWORD must be set/,
    );
  });

  describe('that stand under others', () => {
    const limits = {
      usual: { kind: 'integer', name: 'USUAL', atMost: 'MOST', default: 10 },
      most: { kind: 'integer', name: 'MOST', default: 20 },
    } as const;

    it('are at fault when they exceed them', () => {
      expect(() => readSettings({ USUAL: '30' }, limits)).toThrow(
        'USUAL must be at most MOST, which is 20, not 30',
      );
      expect(() => readSettings({ USUAL: '9', MOST: '8' }, limits)).toThrow('which is 8, not 9');
    });

    it('follow them down where they are not set themselves', () => {
      expect(readSettings({ MOST: '5' }, limits)).toEqual({ usual: 5, most: 5 });
    });

    it('leave what is wrong with the others to be told alone', () => {
      expect(() => readSettings({ USUAL: '30', MOST: 'x' }, limits)).toThrow(
        /^[^\n]*\n {2}MOST must be a whole[^\n]*$/,
      );
    });
  });

  it('are judged together, but for what is faulty in itself', () => {
    const judge = () => ['PORT and HOST do not go together', 'HOST is not ours'];
    const faults = (env: Record<string, string>) => {
      try {
        readSettings({ PASSWORD: 'hunter2', ...env }, spec, judge);
      } catch (error) {
        return (error as SettingsError).faults;
      }
      return [];
    };
    expect(faults({})).toEqual(judge());
    expect(faults({ PORT: 'x', WAIT: 'x' })).toEqual([
      expect.stringContaining('PORT must'),
      expect.stringContaining('WAIT must'),
      'HOST is not ours',
    ]);
  });

  it('come from a file where NAME_FILE names one, without the line break at its end', async () => {
    const file = join(folder, 'password');
    await writeFile(file, 'from file \n');
    expect(readSettings({ PASSWORD_FILE: file }, spec).password).toBe('from file ');
    await writeFile(file, 'abc\n');
    expect(faultsOf({ PASSWORD: '', PASSWORD_FILE: file })).toEqual([
      'PASSWORD_FILE: its content must be at least 4 characters long',
    ]);
  });

  it('refuse a file that is not there, is empty, is huge, or is named beside the variable itself', async () => {
    const file = join(folder, 'other');
    const refused = (): readonly string[] => faultsOf({ PASSWORD: '', PASSWORD_FILE: file });
    expect(refused()).toEqual(['PASSWORD_FILE names a file that cannot be read (ENOENT)']);
    await writeFile(file, '\n');
    expect(refused()).toEqual(['PASSWORD_FILE names an empty file']);
    await writeFile(file, 'x'.repeat(100_000));
    expect(refused()).toEqual(['PASSWORD_FILE names a file that cannot be read (it is too large)']);
    await chmod(file, 0o600);
    expect(faultsOf({ PASSWORD_FILE: file })).toEqual([
      'PASSWORD and PASSWORD_FILE are both set; only one may be',
    ]);
  });

  it('describe themselves without telling secrets', () => {
    const settings = readSettings(
      {
        PASSWORD: 'hunter2',
        DATABASE_URL: 'postgres://user:hunter2@db/x?password=hunter2',
        STORE: 'fs:/data',
      },
      spec,
    );
    const shown = settings.describe();
    expect(shown).toMatchObject({
      PORT: '24610',
      PASSWORD: '(set, hidden)',
      STORE: '{"kind":"fs","folder":"/data"}',
    });
    expect(shown.DATABASE_URL).toBe('postgres://user:…@db/x?password=…');
    expect(JSON.stringify(shown)).not.toContain('hunter2');
    expect(settings.secrets()).toEqual(['hunter2']);
  });
});
