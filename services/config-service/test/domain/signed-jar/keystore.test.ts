import { describe, expect, it } from '@jest/globals';
import { readKeystore } from '../../../src/domain/signed-jar/keystore.ts';
import { KEYSTORE_PASSWORD, readFixture } from './fixtures.ts';

const names = ['dsa', 'ec', 'ed25519', 'expired', 'pss', 'rsa'];

describe('a keystore', () => {
  it.each([
    ['known.jks', KEYSTORE_PASSWORD],
    ['known.jks', undefined],
    ['known.p12', KEYSTORE_PASSWORD],
  ])('%s, opened with %j, gives what is trusted', (name, password) => {
    const found = readKeystore(readFixture(name), password);
    expect(found.map(({ certificate }) => /CN=(.*)/.exec(certificate.subject)?.[1]).sort()).toEqual(names);
    expect(found.every(({ isTrusted }) => isTrusted)).toBe(true);
  });

  it.each([
    ['known.jks', 'wrong', 'cannot be opened with its password'],
    ['known.p12', 'wrong', 'cannot be opened with its password'],
    ['known.p12', undefined, 'cannot be opened with its password'],
    ['rsa.jar', undefined, 'is neither a JKS nor a PKCS #12 keystore'],
  ])('%s, opened with %j, is refused', (name, password, why) => {
    expect(() => readKeystore(readFixture(name), password)).toThrow(why);
  });

  it('that breaks off anywhere is refused', () => {
    const whole = readFixture('known.jks');
    for (let length = 0; length < whole.length; length += 37)
      expect(() => readKeystore(whole.subarray(0, length), undefined)).toThrow();
  });
});
