// Checks and reads certificate files in the settings.

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
 * Returns TLS options that accept only the first certificate in this file, for any host name. Call this for each
 * connection, because the certificate in the file may be replaced. Throws if the file contains no certificate.
 */
export function makeTrustOnlyOptions(certFile: string): ConnectionOptions {
  const pem = readFileSync(certFile);
  const { fingerprint256 } = new X509Certificate(pem);
  return {
    ca: [pem],
    // Accepts a certificate signed by an authority even if the file does not contain the authority's certificate.
    allowPartialTrustChain: true,
    checkServerIdentity: (_host: string, shown: PeerCertificate) =>
      shown.fingerprint256 === fingerprint256
        ? undefined
        : new Error(`the server shows another certificate than ${certFile} holds`),
  } as ConnectionOptions;
}

/** HTTPS agent that accepts only the certificate in a file. */
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
