import { describe, expect, it } from '@jest/globals';
import { hashPassword, isCorrectPassword, parsePasswordHash } from '../../src/users/password.ts';

const cheap = { logN: 4, r: 8, p: 1 };

describe('password hashes', () => {
  it('match their password only', async () => {
    const hash = parsePasswordHash(await hashPassword('pass:wörd ☃', cheap))!;
    expect(await isCorrectPassword('pass:wörd ☃', hash)).toBe(true);
    expect(await isCorrectPassword('pass:wörd', hash)).toBe(false);
  });

  it('differ for one password, because each has its own salt', async () => {
    expect(await hashPassword('same', cheap)).not.toBe(await hashPassword('same', cheap));
  });

  it('match whichever way the password composes its letters', async () => {
    const hash = parsePasswordHash(await hashPassword('w\u00f6rd', cheap))!;
    expect(await isCorrectPassword('wo\u0308rd', hash)).toBe(true);
  });

  it('are memory-hard unless told otherwise', async () => {
    const text = await hashPassword('x');
    expect(text).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await isCorrectPassword('x', parsePasswordHash(text)!)).toBe(true);
  });

  it.each([
    '',
    'plain text',
    '$2b$10$abcdefghijklmnopqrstuuu',
    `$scrypt$ln=40,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    `$scrypt$ln=15,r=99,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    `$scrypt$ln=15,r=8,p=0$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    `$scrypt$ln=15,r=8,p=1$AAAA$${'A'.repeat(43)}`,
  ])('do not look like %j', (text) => {
    expect(parsePasswordHash(text)).toBeUndefined();
  });
});
