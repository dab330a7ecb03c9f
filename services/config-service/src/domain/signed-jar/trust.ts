// Whether a signer is trusted: by the rule that the field's other services have, so that all services of a node come to
// the same verdict. The signer's own certificate must be in the keystore, not only one that vouches for it.
import type { X509Certificate } from 'node:crypto';
import type { Keystore } from './keystore.ts';
import type { Chain } from './signature-block.ts';
import { SignatureError } from './signature-error.ts';

export interface Trust {
  readonly keystore: Keystore;
  /** Whether certificates count that have expired. */
  readonly acceptsExpired: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * Goes up the chain until a certificate is trusted. One that is not in the keystore itself counts where the keystore has
 * another of the same name whose key signed it: then the next one is asked, too. Throws SignatureError.
 */
export function refuseUntrusted(chain: Chain, trust: Trust): void {
  for (const certificate of chain) {
    refuseByDate(certificate, trust);
    if (trust.keystore.some((one) => one.isTrusted && isSame(one.certificate, certificate))) return;
    const sameName = trust.keystore.filter((one) => one.certificate.subject === certificate.subject);
    if (sameName.length === 0)
      throw new SignatureError(
        `is signed by ${nameOf(certificate)}, whose certificate is not in the keystore`,
      );
    if (!sameName.some((one) => certificate.verify(one.certificate.publicKey)))
      throw new SignatureError(
        `is signed by somebody who is called ${nameOf(certificate)} as one in the keystore, and has another key`,
      );
  }
}

function refuseByDate(certificate: X509Certificate, { acceptsExpired, nowMs }: Trust): void {
  if (Date.parse(certificate.validFrom) > nowMs)
    throw new SignatureError(`is signed by ${nameOf(certificate)}, whose certificate is not valid yet`);
  if (!acceptsExpired && Date.parse(certificate.validTo) < nowMs)
    throw new SignatureError(`is signed by ${nameOf(certificate)}, whose certificate has expired`);
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one.raw.equals(other.raw);
}

/** For people: the common name where it has one. */
export function nameOf({ subject }: X509Certificate): string {
  const parts = (subject ?? '').split('\n');
  const common = parts.find((part) => part.startsWith('CN='));
  return JSON.stringify((common?.slice(3) ?? parts.join(', ')).slice(0, 100));
}
