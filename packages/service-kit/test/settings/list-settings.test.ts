// Settings for administrators: current values and origins, without secrets.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { readSettings } from '../../src/settings/read-settings.ts';

const spec = {
  wait: { kind: 'duration', name: 'SWEEP_WAIT', min: 0, default: 90_000, about: 'how long' },
  size: { kind: 'bytes', name: 'S3_SIZE', default: 8 * 2 ** 20 },
  least: { kind: 'bytes', name: 'LEAST', default: 2 ** 30, atMost: 'S3_SIZE' },
  password: { kind: 'secret', name: 'ADMIN_PASSWORD', about: 'a password' },
  unset: { kind: 'secret', name: 'OTHER_SECRET' },
  database: { kind: 'url', name: 'DATABASE_URL' },
  sources: { kind: 'parsed', name: 'SOURCES', parse: (text: string) => text.split(';'), default: [] },
  period: { kind: 'parsed', name: 'PERIOD', parse: Number, default: 2_592_000_000, defaultText: '`30d`' },
  name: { kind: 'string', name: 'HOST_NAME', defaultText: 'that of the machine' },
} as const;

it('settings tell what they are, where that comes from, and no secret', async () => {
  const file = join(await createTemporaryFolder(), 'secret');
  await writeFile(file, 'hunter2hunter2\n');
  const listed = readSettings(
    {
      SWEEP_WAIT: '120s',
      ADMIN_PASSWORD_FILE: file,
      DATABASE_URL: 'postgres://me:hunter2@db/x?sslpassword=hunter2&a=b',
      SOURCES: 'https://me:hunter2@host/a?api_key=hunter2;/folder',
    },
    spec,
  ).list();
  const shown = Object.fromEntries(
    listed.map(({ name, group, value, from, isSet }) => [name, [group, value, from, isSet]]),
  );
  expect(shown).toEqual({
    SWEEP_WAIT: ['jobs', '2m', 'environment', true],
    S3_SIZE: ['store', '8MiB', 'default', true],
    // The default exceeds the setting's upper limit, so it is lowered to the limit.
    LEAST: ['own', '8MiB', 'default', true],
    ADMIN_PASSWORD: ['both', null, 'file', true],
    OTHER_SECRET: ['own', null, 'default', false],
    DATABASE_URL: ['both', 'postgres://me:…@db/x?sslpassword=…&a=b', 'environment', true],
    SOURCES: ['own', 'https://me:…@host/a?api_key=…;/folder', 'environment', true],
    PERIOD: ['own', '30d', 'default', true],
    HOST_NAME: ['own', null, 'default', false],
  });
  expect(listed[0]).toMatchObject({
    about: 'how long',
    default: '`90s`',
    values: 'duration from `0ms`',
    file: null,
  });
  expect(listed[3]).toMatchObject({ file, isSecret: true });
  expect(listed[8]?.default).toBe('that of the machine');
  expect(JSON.stringify(listed)).not.toContain('hunter2');
});
