// Reads the certificate and key of a TLS server, and reads them again when the files change. If the new pair is
// unusable, the server uses the old pair and the problem is reported.
import { createHash, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Server as TlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { type Log, SettingsError } from '@holdfast/service-kit';

export interface TlsSettings {
  readonly tlsCertFile: string | undefined;
  readonly tlsKeyFile: string | undefined;
}

/** Certificate and private key in PEM format. */
interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly endsMs: number;
}

export interface ServerTls {
  readonly current: CertificatePair;
  /** Problem with the files or with the certificate in use, for `/status`. Undefined if there is no problem. */
  readonly problem: string | undefined;
  /** Passes each new certificate and key to the server until `stopping` aborts. */
  watch(server: TlsServer, stopping: AbortSignal): Promise<void>;
}

/** Maximum size of a file. Certificates and keys are much smaller. */
const MAX_BYTES = 1024 * 1024;
const LOOK_MS = 2_000;

/** Reads the files. Resolves to undefined for plain HTTP. Rejects with SettingsError if the files are unusable. */
export async function openTls(
  { tlsCertFile, tlsKeyFile }: TlsSettings,
  log: Log,
  { lookMs = LOOK_MS }: { readonly lookMs?: number } = {},
): Promise<ServerTls | undefined> {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return undefined;
  const read = () => readFiles(tlsCertFile, tlsKeyFile);
  const first = await read();
  const usable = checkPair(first);
  if (typeof usable === 'string') throw new SettingsError([usable]);
  return new WatchedTls({ first, usable, read, log, lookMs });
}

interface WatchedTlsOptions {
  readonly first: CertificateFiles;
  readonly usable: CertificatePair;
  readonly read: () => Promise<CertificateFiles>;
  readonly log: Log;
  readonly lookMs: number;
}

class WatchedTls implements ServerTls {
  current: CertificatePair;
  readonly #options: WatchedTlsOptions;
  #stamp: string;
  #seenStamp: string;
  #fault: string | undefined;

  constructor(options: WatchedTlsOptions) {
    this.#options = options;
    this.current = options.usable;
    this.#stamp = options.first.stamp;
    this.#seenStamp = options.first.stamp;
  }

  get problem(): string | undefined {
    if (this.#fault !== undefined) return `${this.#fault}; the current certificate stays in use`;
    return Date.now() < this.current.endsMs ? undefined : 'the certificate in TLS_CERT_FILE has expired';
  }

  async watch(server: TlsServer, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await sleep(this.#options.lookMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      if (!stopping.aborted) await this.#checkFiles(server);
    }
  }

  async #checkFiles(server: TlsServer): Promise<void> {
    const { read, log } = this.#options;
    const files = await read();
    const isSeenBefore = files.stamp === this.#seenStamp;
    this.#seenStamp = files.stamp;
    if (files.stamp === this.#stamp) {
      this.#fault = undefined;
      return;
    }
    const pair = checkPair(files);
    if (typeof pair !== 'string') {
      server.setSecureContext(pair);
      this.current = pair;
      this.#stamp = files.stamp;
      this.#fault = undefined;
      log.info({ certificateEnds: new Date(pair.endsMs).toISOString() }, 'a new certificate is in use');
      return;
    }
    // Reports a problem only if two successive checks find it: the two files are replaced one after the other, so they
    // may not match for a moment.
    if (!isSeenBefore || this.#fault === pair) return;
    this.#fault = pair;
    log.error({ reason: pair }, 'the new certificate cannot be used; the current one stays in use');
  }
}

interface CertificateFiles {
  readonly cert: Buffer | NodeJS.ErrnoException;
  readonly key: Buffer | NodeJS.ErrnoException;
  /** Digest of both files. */
  readonly stamp: string;
}

async function readFiles(certFile: string, keyFile: string): Promise<CertificateFiles> {
  const [cert, key] = await Promise.all([certFile, keyFile].map(readSmallFile));
  const hash = createHash('sha256');
  // Hashes the content, because Kubernetes replaces mounted files by changing a symbolic link.
  for (const one of [cert!, key!]) hash.update(one instanceof Error ? `!${one.code}` : one).update('\n');
  return { cert: cert!, key: key!, stamp: hash.digest('base64') };
}

async function readSmallFile(file: string): Promise<Buffer | NodeJS.ErrnoException> {
  try {
    if ((await stat(file)).size > MAX_BYTES) throw Object.assign(new Error(), { code: 'EFBIG' });
    return await readFile(file);
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/**
 * Returns the pair, or an error message if the files are not a certificate and its key. OpenSSL's messages do not quote
 * the files.
 */
function checkPair({ cert, key }: CertificateFiles): CertificatePair | string {
  if (cert instanceof Error) return `TLS_CERT_FILE names a file that cannot be read (${cert.code})`;
  if (key instanceof Error) return `TLS_KEY_FILE names a file that cannot be read (${key.code})`;
  const endsMs = readExpiry(cert);
  if (endsMs === undefined) return 'TLS_CERT_FILE must contain a certificate in PEM format';
  try {
    createSecureContext({ cert, key });
    return { cert, key, endsMs };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
      ? 'TLS_KEY_FILE does not belong to the certificate in TLS_CERT_FILE'
      : 'TLS_KEY_FILE must contain the private key of TLS_CERT_FILE in PEM format, without a passphrase';
  }
}

function readExpiry(cert: Buffer): number | undefined {
  try {
    return new X509Certificate(cert).validToDate.getTime();
  } catch {
    return undefined;
  }
}
