// Verifies one signature with one public key and the algorithm in the signature block.
import { constants, type KeyObject, verify } from 'node:crypto';
import { findHash, findSignatureAlgorithm, findUnsafeHash, type SignatureKind } from './algorithms.ts';
import { type Asn1, findTagged, getAsn1Bytes, getIdentifier, getMembers } from './asn1.ts';
import { SignatureError } from './signature-error.ts';

export interface SignatureValue {
  readonly key: KeyObject;
  /** Algorithm identifier, followed by its parameters, if any. */
  readonly algorithm: readonly Asn1[];
  /** Name of the signer's digest algorithm. */
  readonly hash: string;
  readonly signed: Buffer;
  readonly value: Buffer;
}

const KEY_TYPES: Readonly<Record<SignatureKind, readonly string[]>> = {
  rsa: ['rsa'],
  pss: ['rsa', 'rsa-pss'],
  dsa: ['dsa'],
  ec: ['ec'],
  ed25519: ['ed25519'],
  ed448: ['ed448'],
};
const LEAST_BITS = 1024;
const WHAT = 'a signature block';

/** Returns whether the signature is valid. Throws SignatureError if the algorithm is unsupported or unsafe. */
export function isValidSignature({ key, algorithm, hash, signed, value }: SignatureValue): boolean {
  const [identifier, parameters] = algorithm;
  const oid = getIdentifier(identifier, WHAT);
  const found = findSignatureAlgorithm(oid);
  if (found === undefined) {
    const unsafe = findUnsafeHash(oid);
    throw new SignatureError(
      unsafe === undefined
        ? `is signed with an unknown algorithm (${oid})`
        : `is signed with ${unsafe}, which is no longer secure`,
    );
  }
  if (!KEY_TYPES[found.kind].includes(key.asymmetricKeyType ?? ''))
    throw new SignatureError('is signed with an algorithm that does not match the key of its signer');
  const bits = key.asymmetricKeyDetails?.modulusLength ?? LEAST_BITS;
  if (bits < LEAST_BITS) throw new SignatureError(`is signed with a key of ${bits} bits, which is too short`);
  try {
    if (found.kind === 'ed25519' || found.kind === 'ed448') return verify(null, signed, key, value);
    if (found.kind === 'pss') return verifyPss(key, parameters, signed, value);
    return verify(found.hash ?? hash, signed, { key, dsaEncoding: 'der' }, value);
  } catch (error) {
    if (error instanceof SignatureError) throw error;
    return false;
  }
}

function verifyPss(key: KeyObject, parameters: Asn1 | undefined, signed: Buffer, value: Buffer): boolean {
  const fields = getMembers(parameters, WHAT);
  const hashField = findTagged(fields, 0);
  const oid = hashField && getIdentifier(getMembers(getMembers(hashField, WHAT)[0], WHAT)[0], WHAT);
  const hash = oid === undefined ? undefined : findHash(oid);
  if (hash === undefined) throw new SignatureError('is signed with SHA-1, which is no longer secure');
  const saltField = findTagged(fields, 2);
  const salt = saltField && getAsn1Bytes(getMembers(saltField, WHAT)[0], WHAT);
  const saltLength = salt === undefined ? 20 : salt.readUIntBE(0, Math.min(6, salt.length));
  return verify(hash, signed, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, value);
}
