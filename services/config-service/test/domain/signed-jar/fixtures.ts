// Loads JARs signed by jarsigner, and keystores created by keytool. See fixtures/make.sh.
import { readFileSync } from 'node:fs';
import { type Keystore, readKeystore } from '../../../src/domain/signed-jar/keystore.ts';

export const KEYSTORE_PASSWORD = 'changeit';

export function fixturePath(name: string): string {
  return new URL(`fixtures/${name}`, import.meta.url).pathname;
}

export function fixture(name: string): Buffer {
  return readFileSync(fixturePath(name));
}

export const knownKeystore = (): Keystore => readKeystore(fixture('known.jks'), KEYSTORE_PASSWORD);
