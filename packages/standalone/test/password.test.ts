import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensurePassword, generatePassword } from '../src/password.ts';
import { StartupError } from '../src/startup-error.ts';

describe('the administrator password', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-password-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made at the first start and kept for its owner alone', async () => {
    const { password, file, made } = await ensurePassword({ randomInt }, folder, 'admin-password');
    expect(made).toBe(true);
    expect(file).toBe(join(folder, 'admin-password'));
    expect(readFileSync(file, 'utf8')).toBe(`${password}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('is shown by a later start when the first one ended before it was', async () => {
    const first = await ensurePassword({ randomInt }, folder, 'admin-password');
    const second = await ensurePassword({ randomInt }, folder, 'admin-password');
    expect(second).toMatchObject({ password: first.password, made: true });
    await second.shown();
    expect(readdirSync(folder)).toEqual(['admin-password']);
    expect(await ensurePassword({ randomInt }, folder, 'admin-password')).toMatchObject({ made: false });
  });

  it('is the same at every later start', async () => {
    const first = await ensurePassword({ randomInt }, folder, 'admin-password');
    await first.shown();
    const { password, made } = await ensurePassword({ randomInt }, folder, 'admin-password');
    expect({ password, made }).toEqual({ password: first.password, made: false });
  });

  it('is made although an earlier attempt was cut off half-way', async () => {
    writeFileSync(join(folder, 'admin-password.new'), 'hal');
    const { password, made } = await ensurePassword({ randomInt }, folder, 'admin-password');
    expect(made).toBe(true);
    expect(readFileSync(join(folder, 'admin-password'), 'utf8')).toBe(`${password}\n`);
  });

  it('may be chosen by writing the file, which is then closed to others', async () => {
    const file = join(folder, 'admin-password');
    writeFileSync(file, 'my own: words\r\n');
    chmodSync(file, 0o644);
    expect(await ensurePassword({ randomInt }, folder, 'admin-password')).toMatchObject({
      password: 'my own: words',
      file,
      made: false,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is never empty', async () => {
    writeFileSync(join(folder, 'admin-password'), '\n');
    await expect(ensurePassword({ randomInt }, folder, 'admin-password')).rejects.toThrow(StartupError);
  });

  it('can be read out and typed', () => {
    expect(generatePassword({ randomInt })).toMatch(/^([a-hjkmnp-tw-z2-9]{4}-){4}[a-hjkmnp-tw-z2-9]{4}$/);
    expect(generatePassword({ randomInt })).not.toBe(generatePassword({ randomInt }));
  });
});
