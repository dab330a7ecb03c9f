// A node from the self-contained archive behind a documented TLS proxy. Clients reach the repository service as
// `localhost` and the configuration service as `config.localhost`, so that they need no entries in /etc/hosts.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import {
  findFreePort,
  OIDC_AUDIENCE,
  OIDC_CLIENT,
  startTestOidcProvider,
  type TestOidcProvider,
} from '@holdfast/testkit';
import { extractDocumentedFiles } from '../proxies/documented-files.ts';
import { isInstalled, runProxy } from '../proxies/run-proxy.ts';
import {
  type Environment,
  type ReleasedNode,
  startReleasedNode,
  type UnpackedPrograms,
} from './unpacked-node.ts';

export type ProxyName = 'caddy' | 'nginx';
export type ServiceName = 'repository' | 'configuration';

export interface ProxiedNode {
  readonly programs: UnpackedPrograms;
  readonly node: ReleasedNode;
  readonly provider: TestOidcProvider;
  /** Addresses of the services for clients, without a path. */
  readonly origins: Readonly<Record<ServiceName, string>>;
  /** Environment of a client: certificate authority, address and login. */
  readonly clientEnv: Environment;
  ask(service: ServiceName, path: string, options?: RequestOptions): Promise<ProxiedAnswer>;
  stop(): Promise<void>;
}

export interface ProxiedAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

const NAMES = { repository: 'localhost', configuration: 'config.localhost' } as const;

/** Starts an OpenID Connect provider, the node and the proxy. */
export async function startBehindProxy(
  programs: UnpackedPrograms,
  proxyName: ProxyName,
  settings: Environment,
): Promise<ProxiedNode> {
  if (!isInstalled(proxyName)) throw new Error(`${proxyName} or openssl is not installed`);
  const port = await findFreePort();
  const origins = {
    repository: `https://${NAMES.repository}:${port}`,
    configuration: `https://${NAMES.configuration}:${port}`,
  };
  const consoleUrl = `${origins.configuration}/console/`;
  const provider = await startTestOidcProvider({
    consoleUrls: [consoleUrl],
    users: { 'u-1': { preferred_username: 'ada', groups: ['archivists'] } },
    programClaims: { groups: ['archivists'] },
  });
  const node = await startReleasedNode(programs, `data-${proxyName}`, {
    TRUSTED_PROXIES: '127.0.0.1',
    OIDC_ISSUER: provider.issuer,
    OIDC_NAME: 'University',
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    OIDC_CONSOLE_URL: consoleUrl,
    OIDC_AUDIENCE,
    OIDC_ROLES_CLAIM: 'groups',
    OIDC_ROLES: 'archivists=contentAdminRole',
    ...settings,
  });
  const replacements = {
    '127.0.0.1:24610': `127.0.0.1:${node.repositoryPort}`,
    '127.0.0.1:24620': `127.0.0.1:${node.configPort}`,
    'repository.example.org': NAMES.repository,
    'config.example.org': NAMES.configuration,
  };
  const proxy = await runProxy(findProxyFile(proxyName), replacements, NAMES.configuration, port);
  const caFile = join(programs.folder, `${proxyName}-ca.pem`);
  await writeFile(caFile, proxy.ca, { mode: 0o644 });
  return {
    programs,
    node,
    provider,
    origins,
    clientEnv: {
      CURL_CA_BUNDLE: caFile,
      NODE_EXTRA_CA_CERTS: caFile,
      HOLDFAST_URL: origins.repository,
      HOLDFAST_CONFIG_URL: origins.configuration,
      HOLDFAST_PASSWORD_FILE: join(node.dataFolder, 'admin-password'),
    },
    async ask(service, path, options = {}) {
      const host = `${NAMES[service]}:${port}`;
      const sent = request({
        ...{ host: '127.0.0.1', port, path, servername: NAMES[service], ca: proxy.ca },
        ...options,
        headers: { host, ...options.headers },
      }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const bytes = Buffer.concat(await answer.toArray());
      return { status: answer.statusCode, headers: answer.headers, bytes };
    },
    async stop() {
      await proxy.stop();
      await node.process.stop('SIGINT');
      await provider.stop();
    },
  };
}

/** Returns the documented configuration file of the proxy. */
function findProxyFile(name: ProxyName) {
  const language = name === 'caddy' ? 'caddyfile' : 'nginx';
  const file = extractDocumentedFiles().find(
    (one) => one.document === 'docs/runbooks/expose.md' && one.language === language,
  );
  if (file === undefined) throw new Error(`docs/runbooks/expose.md contains no file for ${name}`);
  return file;
}
