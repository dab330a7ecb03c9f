// Starts nginx or Caddy with a documented configuration file. Replaces only addresses and certificates in this file.
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { createTemporaryFolder, findFreePort, type StartedProcess, startProcess } from '@holdfast/testkit';
import type { DocumentedFile } from './documented-files.ts';

export interface RunningProxy {
  readonly port: number;
  /** CA certificate that signed the proxy's certificate. */
  readonly ca: string;
  stop(): Promise<void>;
}

/** Replacement for each address in the document. */
export type AddressReplacements = Readonly<Record<string, string>>;

export function isInstalled(program: 'nginx' | 'caddy'): boolean {
  try {
    execFileSync(program, [program === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' });
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the proxy, on a free port unless a port is given. Resolves when the proxy accepts TLS connections for `name`,
 * or plain connections if its configuration file does not use TLS.
 */
export async function runProxy(
  { language, text }: DocumentedFile,
  exchanged: AddressReplacements,
  name: string | undefined,
  givenPort?: number,
): Promise<RunningProxy> {
  const port = givenPort ?? (await findFreePort());
  const folder = await createTemporaryFolder();
  const run = language === 'nginx' ? runNginx : runCaddy;
  const { started, ca } = await run(replaceAddresses(text, exchanged), folder, port);
  if (name !== undefined) await waitForTls({ port, name, ca: await ca(), started });
  else await waitForPort(port, started);
  return { port, ca: await ca(), stop: async () => void (await started.stop()) };
}

/** Replaces strings in a text. Throws if the text lacks one of these strings. */
function replaceAddresses(text: string, exchanged: AddressReplacements): string {
  return Object.entries(exchanged).reduce((sofar, [from, to]) => {
    if (!sofar.includes(from)) throw new Error(`the file does not have ${from}`);
    return sofar.replaceAll(from, to);
  }, text);
}

interface ProxyProcess {
  readonly started: StartedProcess;
  ca(): Promise<string>;
}

async function runNginx(text: string, folder: string, port: number): Promise<ProxyProcess> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const hosts = [...text.matchAll(/server_name +(\S+);/g)].map(([, host]) => `DNS:${host}`);
  const names = `subjectAltName=${['DNS:proxy.example', ...hosts].join(',')}`;
  const how = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=test', '-addext', names];
  await promisify(execFile)('openssl', ['req', ...how, '-keyout', key, '-out', certificate]);
  const site = text
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('listen 127.0.0.1:8090', `listen 127.0.0.1:${port}`)
    .replaceAll(/ssl_certificate_key\s+\S+;/g, `ssl_certificate_key ${key};`)
    .replaceAll(/ssl_certificate\s+\S+;/g, `ssl_certificate ${certificate};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr warn;',
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((one) => `${one}_temp_path ${folder}/${one};`),
    site,
    '}',
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, main.join('\n'));
  const started = await startProcess('nginx', ['-p', folder, '-e', 'stderr', '-c', file]);
  return { started, ca: () => readFile(certificate, 'utf8') };
}

async function runCaddy(text: string, folder: string, port: number): Promise<ProxyProcess> {
  // Makes Caddy use local certificates instead of Let's Encrypt.
  const options = ['admin off', `http_port ${await findFreePort()}`, `https_port ${port}`, 'local_certs'];
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n${[...options, 'skip_install_trust'].join('\n')}\n}\n${text}`);
  const data = join(folder, 'data');
  await mkdir(data);
  const env = { XDG_DATA_HOME: data, XDG_CONFIG_HOME: data, HOME: folder };
  const started = await startProcess('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env });
  const root = join(data, 'caddy/pki/authorities/local/root.crt');
  const ca = async (): Promise<string> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await readFile(root, 'utf8');
      } catch (error) {
        if (tries > 300)
          throw new Error(`Caddy has made no certificate: ${started.output()}`, { cause: error });
        await sleep(100);
      }
    }
  };
  return { started, ca };
}

interface TlsTarget {
  readonly port: number;
  readonly name: string;
  readonly ca: string;
  readonly started: StartedProcess;
}

async function waitForTls({ port, name, ca, started }: TlsTarget): Promise<void> {
  await waitForConnection(started, () => connect({ port, host: '127.0.0.1', servername: name, ca }));
}

async function waitForPort(port: number, started: StartedProcess): Promise<void> {
  const { connect: connectPlainly } = await import('node:net');
  await waitForConnection(started, () => connectPlainly({ port, host: '127.0.0.1' }));
}

async function waitForConnection(
  started: StartedProcess,
  open: () => import('node:net').Socket,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const socket = open();
    const failure = await new Promise<Error | undefined>((resolve) => {
      socket.once('secureConnect', () => resolve(undefined));
      if (!('encrypted' in socket)) socket.once('connect', () => resolve(undefined));
      socket.once('error', resolve);
    });
    socket.destroy();
    if (failure === undefined) return;
    if (tries > 300) throw new Error(`the proxy does not answer: ${started.output()}`, { cause: failure });
    await sleep(100);
  }
}
