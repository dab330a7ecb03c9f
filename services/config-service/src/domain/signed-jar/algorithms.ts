// Algorithms of signed JARs: digest names in manifests, and object identifiers in signature blocks. Unsafe algorithms
// (MD5, SHA-1) are not supported, as in current JDKs.

/** Node's hash names, keyed by the names that manifests use (`SHA-256-Digest`). */
const MANIFEST_HASHES: Readonly<Record<string, string>> = {
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA3-224': 'sha3-224',
  'SHA3-256': 'sha3-256',
  'SHA3-384': 'sha3-384',
  'SHA3-512': 'sha3-512',
};

/**
 * Returns the hash whose name precedes `suffix` in an attribute such as `SHA-256-Digest-Manifest`. Returns undefined if
 * the attribute is not a digest, or if the hash is unsafe.
 */
export function findAttributeHash(attribute: string, suffix: string): string | undefined {
  const name = attribute.toUpperCase();
  return name.endsWith(suffix.toUpperCase()) ? MANIFEST_HASHES[name.slice(0, -suffix.length)] : undefined;
}

const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.7': 'sha3-224',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
  '2.16.840.1.101.3.4.2.12': 'shake256',
  '2.16.840.1.101.3.4.2.18': 'shake256',
};

const UNSAFE_HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.2': 'MD2',
  '1.2.840.113549.2.5': 'MD5',
  '1.3.14.3.2.26': 'SHA-1',
};

export const findHash = (oid: string): string | undefined => HASHES[oid];

export function findUnsafeHash(oid: string): string | undefined {
  return UNSAFE_HASHES[oid] ?? UNSAFE_HASHES[UNSAFE_SIGNATURES[oid] ?? ''];
}

export type SignatureKind = 'rsa' | 'pss' | 'dsa' | 'ec' | 'ed25519' | 'ed448';

interface SignatureAlgorithm {
  readonly kind: SignatureKind;
  /** Hash of the signature algorithm. Undefined if the signer's digest algorithm or a parameter determines the hash. */
  readonly hash?: string;
}

const SIGNATURES: Readonly<Record<string, SignatureAlgorithm>> = {
  '1.2.840.113549.1.1.1': { kind: 'rsa' },
  '1.2.840.113549.1.1.10': { kind: 'pss' },
  '1.2.840.113549.1.1.11': { kind: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { kind: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { kind: 'rsa', hash: 'sha512' },
  '1.2.840.113549.1.1.14': { kind: 'rsa', hash: 'sha224' },
  '1.2.840.10040.4.1': { kind: 'dsa' },
  '2.16.840.1.101.3.4.3.1': { kind: 'dsa', hash: 'sha224' },
  '2.16.840.1.101.3.4.3.2': { kind: 'dsa', hash: 'sha256' },
  '2.16.840.1.101.3.4.3.3': { kind: 'dsa', hash: 'sha384' },
  '2.16.840.1.101.3.4.3.4': { kind: 'dsa', hash: 'sha512' },
  '1.2.840.10045.2.1': { kind: 'ec' },
  '1.2.840.10045.4.3.1': { kind: 'ec', hash: 'sha224' },
  '1.2.840.10045.4.3.2': { kind: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { kind: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { kind: 'ec', hash: 'sha512' },
  '1.3.101.112': { kind: 'ed25519' },
  '1.3.101.113': { kind: 'ed448' },
};

/** Signature algorithms that are considered unsafe, with the object identifiers of their hashes. */
const UNSAFE_SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.4': '1.2.840.113549.2.5',
  '1.2.840.113549.1.1.5': '1.3.14.3.2.26',
  '1.2.840.10040.4.3': '1.3.14.3.2.26',
  '1.2.840.10045.4.1': '1.3.14.3.2.26',
};

export const findSignatureAlgorithm = (oid: string): SignatureAlgorithm | undefined => SIGNATURES[oid];
