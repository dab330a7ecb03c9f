// Certificate files that are named in settings.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import type { ConnectionOptions, PeerCertificate } from 'node:tls';

/** Returns one sentence for each fault in the TLS settings. */
export function findTlsFaults({
  tlsCertFile,
  tlsKeyFile,
}: {
  readonly tlsCertFile: string | undefined;
  readonly tlsKeyFile: string | undefined;
}): string[] {
  return (tlsCertFile === undefined) === (tlsKeyFile === undefined)
    ? []
    : ['TLS_CERT_FILE and TLS_KEY_FILE must be set together'];
}

/**
 * Returns TLS options that accept only the first certificate in this file, regardless of the host name in it. Reads the
 * file, so call it for each connection: the certificate may be replaced. Throws if the file holds no certificate.
 */
export function makeTrustOnlyOptions(certFile: string): ConnectionOptions {
  const pem = readFileSync(certFile);
  const { fingerprint256 } = new X509Certificate(pem);
  return {
    ca: [pem],
    // Accepts a certificate that an authority has signed even if the file does not contain the authority's certificate.
    allowPartialTrustChain: true,
    checkServerIdentity: (_host: string, shown: PeerCertificate) =>
      shown.fingerprint256 === fingerprint256
        ? undefined
        : new Error(`the server shows another certificate than ${certFile} holds`),
  } as ConnectionOptions;
}

/** Agent whose connections accept only the certificate in a file. */
export class TrustOnlyAgent extends Agent {
  readonly #certFile: string;

  constructor(certFile: string) {
    super({ keepAlive: true });
    this.#certFile = certFile;
  }

  override createConnection(...[options, callback]: Parameters<Agent['createConnection']>) {
    return super.createConnection({ ...options, ...makeTrustOnlyOptions(this.#certFile) }, callback);
  }
}
