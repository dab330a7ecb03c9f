// The checksum algorithms that this process can compute, under the field's names.
import { createHash } from 'node:crypto';

/** The field's name of each, and that of the cryptographic library. */
const known = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA-512/224': 'sha512-224',
  'SHA-512/256': 'sha512-256',
  'SHA3-224': 'sha3-224',
  'SHA3-256': 'sha3-256',
  'SHA3-384': 'sha3-384',
  'SHA3-512': 'sha3-512',
};

/** A library that is restricted (FIPS) refuses some of them. */
export function checksumAlgorithms(hash: (algorithm: string) => unknown = createHash): string[] {
  const computable = (algorithm: string) => {
    try {
      hash(algorithm);
      return true;
    } catch {
      return false;
    }
  };
  return Object.entries(known).flatMap(([name, algorithm]) => (computable(algorithm) ? [name] : []));
}
