// Decides whether a signer is trusted. The keystore must contain the signer's own certificate; an issuer's certificate
// is not enough. LOCKSS has the same rule, so all services of a node agree.
import type { X509Certificate } from 'node:crypto';
import type { Keystore } from './keystore.ts';
import type { CertificateChain } from './signature-block.ts';
import { SignatureError } from './signature-error.ts';

export interface SignatureTrust {
  readonly keystore: Keystore;
  readonly acceptsExpired: boolean;
  /** Unix time in milliseconds. */
  readonly nowMs: number;
}

/**
 * Checks the chain from the signer's certificate upwards, until a certificate is a trusted entry of the keystore. For
 * each certificate before that, the keystore must contain a certificate with the same subject. The key of this keystore
 * certificate must verify the certificate in the chain. Throws SignatureError.
 */
export function refuseUntrusted(chain: CertificateChain, trust: SignatureTrust): void {
  for (const certificate of chain) {
    refuseByDate(certificate, trust);
    if (trust.keystore.some((one) => one.isTrusted && isSame(one.certificate, certificate))) return;
    const sameName = trust.keystore.filter((one) => one.certificate.subject === certificate.subject);
    if (sameName.length === 0)
      throw new SignatureError(
        `is signed by ${describeSigner(certificate)}, whose certificate is not in the keystore`,
      );
    if (!sameName.some((one) => certificate.verify(one.certificate.publicKey)))
      throw new SignatureError(
        `is signed by ${describeSigner(certificate)}, which has the name of a certificate in the keystore, but another key`,
      );
  }
}

function refuseByDate(certificate: X509Certificate, { acceptsExpired, nowMs }: SignatureTrust): void {
  if (Date.parse(certificate.validFrom) > nowMs)
    throw new SignatureError(
      `is signed by ${describeSigner(certificate)}, whose certificate is not valid yet`,
    );
  if (!acceptsExpired && Date.parse(certificate.validTo) < nowMs)
    throw new SignatureError(`is signed by ${describeSigner(certificate)}, whose certificate has expired`);
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one.raw.equals(other.raw);
}

/** Returns the name of a certificate for messages: its common name if it has one, otherwise its subject. */
export function describeSigner({ subject }: X509Certificate): string {
  const parts = (subject ?? '').split('\n');
  const common = parts.find((part) => part.startsWith('CN='));
  return JSON.stringify((common?.slice(3) ?? parts.join(', ')).slice(0, 100));
}
