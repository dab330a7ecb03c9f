// Reads the certificates in a Java keystore (JKS or PKCS #12). Ignores private keys.
import { createHash, type X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { parseAsn1 } from './asn1.ts';
import { parseCertificate } from './signature-block.ts';
import { SignatureError } from './signature-error.ts';

export interface KeystoreCertificate {
  readonly certificate: X509Certificate;
  /** True for a trusted certificate entry, false for the certificate of a private key. */
  readonly isTrusted: boolean;
}

export type Keystore = readonly KeystoreCertificate[];

const JKS_MAGIC = 0xfeedfeed;
export const MAX_KEYSTORE_BYTES = 4 * 1024 * 1024;

/**
 * Reads a keystore. Without a password, a JKS is not verified (as in Java), and only the unencrypted part of a PKCS #12
 * keystore is read. Throws SignatureError.
 */
export function readKeystore(bytes: Buffer, password: string | undefined): Keystore {
  if (bytes.length > MAX_KEYSTORE_BYTES)
    throw new SignatureError(`is longer than ${MAX_KEYSTORE_BYTES} bytes`);
  const isJks = bytes.length >= 12 && bytes.readUInt32BE(0) === JKS_MAGIC;
  const found = isJks ? jksCertificates(bytes, password) : pkcs12Certificates(bytes, password);
  if (found.length === 0) throw new SignatureError('holds no certificate');
  return found;
}

const [PRIVATE_KEY, TRUSTED] = [1, 2];
const DIGEST_BYTES = 20;

function jksCertificates(bytes: Buffer, password: string | undefined): KeystoreCertificate[] {
  if (password !== undefined) refuseWrongPassword(bytes, password);
  const found: KeystoreCertificate[] = [];
  let at = 4;
  const take = (count: number): number => {
    at += count;
    if (at > bytes.length - DIGEST_BYTES) throw new SignatureError('is a truncated JKS');
    return at - count;
  };
  const integer = () => bytes.readUInt32BE(take(4));
  const skipText = () => take(bytes.readUInt16BE(take(2)));
  const certificate = (version: number): X509Certificate => {
    if (version > 1) skipText();
    const length = integer();
    const start = take(length);
    return parseCertificate(bytes.subarray(start, start + length));
  };
  const version = integer();
  if (version !== 1 && version !== 2) throw new SignatureError(`is a JKS of version ${version}`);
  for (let left = integer(); left > 0; left -= 1) {
    const kind = integer();
    skipText();
    take(8);
    if (kind === TRUSTED) found.push({ certificate: certificate(version), isTrusted: true });
    else if (kind === PRIVATE_KEY) {
      take(integer());
      const chain = Array.from({ length: Math.min(100, integer()) }, () => certificate(version));
      if (chain[0] !== undefined) found.push({ certificate: chain[0], isTrusted: false });
    } else throw new SignatureError('is a JKS with an entry of an unknown type');
  }
  return found;
}

/**
 * Throws SignatureError if the password is wrong. The file ends with a digest of password, fixed phrase and content.
 */
function refuseWrongPassword(bytes: Buffer, password: string): void {
  const end = bytes.length - DIGEST_BYTES;
  const digest = createHash('sha1')
    .update(Buffer.from(password, 'utf16le').swap16())
    .update('Mighty Aphrodite')
    .update(bytes.subarray(0, end))
    .digest();
  if (!digest.equals(bytes.subarray(end))) throw new SignatureError('cannot be opened with its password');
}

/**
 * Attribute of certificates that belong to a private key. A certificate without this attribute is considered trusted:
 * Java marks trusted certificates explicitly, but other tools do not.
 */
const KEY_MARK = 'localKeyId';

function pkcs12Certificates(bytes: Buffer, password: string | undefined): KeystoreCertificate[] {
  let bags: forge.pkcs12.Bag[];
  try {
    const pfx = forge.pkcs12.pkcs12FromAsn1(parseAsn1(bytes, 'a form'), false, password ?? '');
    bags = pfx.safeContents.flatMap(({ safeBags }) => safeBags);
  } catch (error) {
    const isPassword = /password/i.test((error as Error).message);
    throw new SignatureError(
      isPassword ? 'cannot be opened with its password' : 'is neither a JKS nor a PKCS #12 keystore',
    );
  }
  return bags
    .filter(({ type }) => type === forge.pki.oids.certBag)
    .flatMap((bag) => {
      const value = bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1;
      if (!value) return [];
      const der = Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
      return [{ certificate: parseCertificate(der), isTrusted: !(KEY_MARK in (bag.attributes ?? {})) }];
    });
}
