// Verifies a signature block (PKCS #7 or CMS SignedData) of a separate signature file, and returns the signers.
// trust.ts decides whether they are trusted.
import { createHash, X509Certificate } from 'node:crypto';
import { findHash, findUnsafeHash } from './algorithms.ts';
import {
  type Asn1,
  encodeDer,
  findTagged,
  getAsn1Bytes,
  getIdentifier,
  getMembers,
  parseAsn1,
} from './asn1.ts';
import { SignatureError } from './signature-error.ts';
import { isValidSignature } from './signature-value.ts';

/** The signer's certificate, followed by the issuer certificates that the block contains. */
export type CertificateChain = readonly [X509Certificate, ...X509Certificate[]];

const [DATA, SIGNED_DATA] = ['1.2.840.113549.1.7.1', '1.2.840.113549.1.7.2'];
const [CONTENT_TYPE, MESSAGE_DIGEST] = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4'];
const MAX_CERTIFICATES = 50;
const MAX_SIGNERS = 10;
const WHAT = 'a signature block';

/** Returns the certificate chains of all signers of `signed`. Throws SignatureError if any signature is wrong. */
export function verifySigners(block: Buffer, signed: Buffer): CertificateChain[] {
  const [type, content] = getMembers(parseAsn1(block, WHAT), WHAT);
  if (getIdentifier(type, WHAT) !== SIGNED_DATA) throw new SignatureError(`has ${WHAT} that signs nothing`);
  const [, , encapsulated, ...rest] = getMembers(getMembers(content, WHAT)[0], WHAT);
  refuseOtherContent(encapsulated, signed);
  const certificates = certificatesIn(findTagged(rest, 0));
  const signers = getMembers(rest.at(-1), WHAT);
  if (signers.length === 0 || signers.length > MAX_SIGNERS)
    throw new SignatureError(`has ${WHAT} with ${signers.length} signers`);
  return signers.map((signer) => verifySigner(getMembers(signer, WHAT), certificates, signed));
}

/** Throws SignatureError if the block contains a copy of the signed content that differs from `signed`. */
function refuseOtherContent(encapsulated: Asn1 | undefined, signed: Buffer): void {
  const [, content] = getMembers(encapsulated, WHAT);
  if (content === undefined) return;
  if (!getAsn1Bytes(getMembers(content, WHAT)[0], WHAT).equals(signed))
    throw new SignatureError(`has ${WHAT} that signs something else`);
}

interface BlockCertificate {
  readonly certificate: X509Certificate;
  /** DER encoding of the issuer's name. */
  readonly issuer: Buffer;
  readonly serial: Buffer;
}

function certificatesIn(set: Asn1 | undefined): BlockCertificate[] {
  const found = set === undefined ? [] : getMembers(set, WHAT);
  if (found.length > MAX_CERTIFICATES)
    throw new SignatureError(`has ${WHAT} with more than ${MAX_CERTIFICATES} certificates`);
  return found.map((value) => {
    const fields = getMembers(getMembers(value, WHAT)[0], WHAT);
    const [serial, , issuer] = findTagged(fields, 0) === fields[0] ? fields.slice(1) : fields;
    getMembers(issuer, WHAT);
    return {
      certificate: parseCertificate(encodeDer(value)),
      issuer: encodeDer(issuer!),
      serial: getAsn1Bytes(serial, WHAT),
    };
  });
}

/** Parses a DER-encoded certificate. Throws SignatureError. */
export function parseCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw new SignatureError('has a certificate that cannot be read');
  }
}

function verifySigner(
  fields: readonly Asn1[],
  certificates: readonly BlockCertificate[],
  signed: Buffer,
): CertificateChain {
  const [, who, digestAlgorithm] = fields;
  const rest = fields.slice(3);
  const attributes = findTagged(rest, 0);
  const [signatureAlgorithm, signature] = attributes === undefined ? rest : rest.slice(1);
  const own = findSignerCertificate(who, certificates);
  const digest = getIdentifier(getMembers(digestAlgorithm, WHAT)[0], WHAT);
  const hash = findHash(digest);
  if (hash === undefined) {
    const unsafe = findUnsafeHash(digest);
    throw new SignatureError(
      unsafe === undefined
        ? `is signed with an unknown digest algorithm (${digest})`
        : `is signed with ${unsafe}, which is no longer secure`,
    );
  }
  const toVerify = attributes === undefined ? signed : checkSignedAttributes(attributes, signed, hash);
  const value = getAsn1Bytes(signature, WHAT);
  const algorithm = getMembers(signatureAlgorithm, WHAT);
  if (!isValidSignature({ key: own.publicKey, algorithm, hash, signed: toVerify, value }))
    throw new SignatureError('has an invalid signature');
  return buildChain(own, certificates);
}

/** Checks the signed attributes and returns their encoding, which the signature covers. */
function checkSignedAttributes(attributes: Asn1, signed: Buffer, hash: string): Buffer {
  const value = (oid: string): Asn1 | undefined => {
    const found = getMembers(attributes, WHAT)
      .map((attribute) => getMembers(attribute, WHAT))
      .filter(([type]) => getIdentifier(type, WHAT) === oid);
    return found.length === 1 ? getMembers(found[0]![1], WHAT)[0] : undefined;
  };
  if (getIdentifier(value(CONTENT_TYPE), WHAT) !== DATA)
    throw new SignatureError(`has ${WHAT} that signs something else`);
  const options = hash === 'shake256' ? { outputLength: 64 } : {};
  const digest = createHash(hash, options).update(signed).digest();
  if (!getAsn1Bytes(value(MESSAGE_DIGEST), WHAT).equals(digest))
    throw new SignatureError('has a signature file that was changed after signing');
  const der = encodeDer(attributes);
  // RFC 5652, section 5.4: the signature covers the attributes with the tag of a SET, not their context-specific tag.
  der[0] = 0x31;
  return der;
}

/** Finds the certificate with the issuer and serial number in `who`. */
function findSignerCertificate(
  who: Asn1 | undefined,
  certificates: readonly BlockCertificate[],
): X509Certificate {
  const [issuer, serial] = getMembers(who, WHAT);
  getMembers(issuer, WHAT);
  const [issuerDer, serialBytes] = [encodeDer(issuer!), getAsn1Bytes(serial, WHAT)];
  const found = certificates.find((one) => one.issuer.equals(issuerDer) && one.serial.equals(serialBytes));
  if (found === undefined) throw new SignatureError('has a signature without the certificate of its signer');
  return found.certificate;
}

function buildChain(own: X509Certificate, certificates: readonly BlockCertificate[]): CertificateChain {
  const chain: [X509Certificate, ...X509Certificate[]] = [own];
  const left = new Set(certificates.map(({ certificate }) => certificate));
  left.delete(own);
  for (let last = own; ; ) {
    const next = [...left].find((other) => last.checkIssued(other) && last.verify(other.publicKey));
    if (next === undefined) return chain;
    left.delete(next);
    chain.push(next);
    last = next;
  }
}
