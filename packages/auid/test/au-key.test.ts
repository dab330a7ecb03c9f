import { describe, expect, it } from '@jest/globals';
import { decodeAuKey, encodeAuKey } from '../src/index.ts';

const written = (value: string) => encodeAuKey({ k: value }).slice('k~'.length);

describe('an AU key', () => {
  it('keeps letters, digits and - _ *, and nothing else of ASCII', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    const kept = ascii.filter((character) => written(character) === character);
    expect(kept.join('')).toBe('*-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz');
    for (const character of ascii.filter((one) => !kept.includes(one) && one !== ' ')) {
      const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
      expect(written(character)).toBe(`%${hex}`);
    }
  });

  it('writes a space as + and the UTF-8 bytes of all others', () => {
    expect(written('a b+c')).toBe('a+b%2Bc');
    expect(written('ß€😀')).toBe('%C3%9F%E2%82%AC%F0%9F%98%80');
    expect(written('\ud800x\udc00')).toBe('%3Fx%3F');
  });

  it('sorts by the UTF-16 order of the keys as they are, not as they are written', () => {
    expect(encodeAuKey({ b: '1', a_: '2', 'a.': '3', B: '4' })).toBe('B~4&a%2E~3&a_~2&b~1');
    expect(encodeAuKey({ '\uffee': 'last', '\u{1f600}': 'first' })).toBe('%F0%9F%98%80~first&%EF%BF%AE~last');
  });

  it.each([
    [{}],
    [{ a: '' }],
    [{ 'a b': ' c ', 'x~y': '&=~%' }],
    [JSON.parse('{"__proto__": "1", "constructor": "2"}') as Record<string, string>],
    [{ 10: 'a', 9: 'b', text: 'line\nline\0' }],
  ])('is read back: %j', (pairs: Record<string, string>) => {
    expect(decodeAuKey(encodeAuKey(pairs))).toEqual(pairs);
    expect(Object.keys(decodeAuKey(encodeAuKey(pairs))!).sort()).toEqual(Object.keys(pairs).sort());
  });

  it.each([
    'a',
    '~b',
    'a~b&',
    '&a~b',
    'a~b~c',
    'a~b&&c~d',
    'a~%',
    'a~%4',
    'a~%zz',
    'a~%C3',
    '%FF~b',
    'a~1&a~2',
  ])('is not %s', (auKey) => {
    expect(decodeAuKey(auKey)).toBeUndefined();
  });

  it('reads what another program wrote less carefully', () => {
    expect(decodeAuKey('b~x.y%2fz&a~1%202')).toEqual({ b: 'x.y/z', a: '1 2' });
  });
});
