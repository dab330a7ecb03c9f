// Makes self-signed certificates with OpenSSL.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MadeCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  /** Certificate in PEM format. */
  readonly certificate: string;
}

/** Makes a self-signed certificate. `subject`: its names for OpenSSL, such as `DNS:localhost,IP:127.0.0.1`. */
export function makeCertificate(
  folder: string,
  name: string,
  {
    subject = 'DNS:localhost,IP:127.0.0.1',
    days = 30,
  }: { readonly subject?: string; readonly days?: number } = {},
): MadeCertificate {
  const [keyFile, certFile] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const about = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`, '-days', String(days)];
  const kind = ['-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', ...kind, ...about, '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  });
  return { certFile, keyFile, certificate: readFileSync(certFile, 'utf8') };
}
