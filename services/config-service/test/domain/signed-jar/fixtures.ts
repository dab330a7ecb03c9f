// Loads JARs signed by jarsigner, and keystores created by keytool. See fixtures/make.sh.
import { readFileSync } from 'node:fs';
import { type Keystore, readKeystore } from '../../../src/domain/signed-jar/keystore.ts';

export const KEYSTORE_PASSWORD = 'changeit';

export function findFixture(name: string): string {
  return new URL(`fixtures/${name}`, import.meta.url).pathname;
}

export function readFixture(name: string): Buffer {
  return readFileSync(findFixture(name));
}

export const readKnownKeystore = (): Keystore => readKeystore(readFixture('known.jks'), KEYSTORE_PASSWORD);
