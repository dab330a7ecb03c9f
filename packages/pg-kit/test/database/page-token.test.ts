import { describe, expect, it } from '@jest/globals';
import {
  BadPageTokenError,
  createPageToken,
  derivePageTokenKey,
  MAX_TOKEN_LENGTH,
} from '../../src/database/page-token.ts';

const key = derivePageTokenKey('a secret that replicas share');
const parameters = ['lockss', 'an AUID', undefined, 'prefix'];
const position = { url: 'http://example.org/ä?q=1&r=2', version: 3, total: 12, none: null };

describe('createPageToken', () => {
  it('gives any replica the position back', () => {
    const token = createPageToken(key, parameters).encode(position);
    expect(
      createPageToken(derivePageTokenKey('a secret that replicas share'), [...parameters]).decode(token),
    ).toEqual(position);
  });

  it('is made of characters that need no escaping in a URL', () => {
    expect(createPageToken(key, parameters).encode(position)).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('refuses every change of any character, and every cut', () => {
    const { encode, decode } = createPageToken(key, parameters);
    const token = encode(position);
    for (let at = 0; at < token.length; at++) {
      const changed = token[at] === 'A' ? 'B' : 'A';
      expect(() => decode(token.slice(0, at) + changed + token.slice(at + 1))).toThrow(BadPageTokenError);
      expect(() => decode(token.slice(0, at))).toThrow(BadPageTokenError);
    }
  });

  it.each([
    ['empty', ''],
    ['padding', `${createPageToken(key, parameters).encode(1)}=`],
    ['white space', ` ${createPageToken(key, parameters).encode(1)}`],
    ['more behind it', `${createPageToken(key, parameters).encode(1)}AAAA`],
    ['not base64url', '../../etc/passwd'],
    ['a NUL', '\0'],
    ['very long', 'A'.repeat(5_000_000)],
    ['only a head', Buffer.alloc(25, 1).toString('base64url')],
  ])('refuses what it did not make: %s', (_name, token) => {
    expect(() => createPageToken(key, parameters).decode(token)).toThrow(BadPageTokenError);
  });

  it('refuses the token of a listing with other parameters, and says so', () => {
    const token = createPageToken(key, parameters).encode(position);
    for (const others of [
      [],
      ['lockss'],
      ['lockss', 'an AUID', null, 'prefix'],
      ['lockss', 'an AUID', 'prefix'],
      [...parameters, 1],
    ]) {
      expect(() => createPageToken(key, others).decode(token)).toThrow('other parameters');
    }
  });

  it('refuses the token of a service with another key', () => {
    const token = createPageToken(derivePageTokenKey('another secret'), parameters).encode(position);
    expect(() => createPageToken(key, parameters).decode(token)).toThrow('damaged');
  });

  it('refuses to make what could not be sent', () => {
    const { encode, decode } = createPageToken(key, parameters);
    const longest = '\u{1f4da}'.repeat(65_536);
    expect(decode(encode(longest))).toBe(longest);
    expect(encode(longest).length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
    expect(() => encode('x'.repeat(400_000))).toThrow(RangeError);
  });
});
