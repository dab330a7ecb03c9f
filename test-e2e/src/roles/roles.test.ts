// Sends every operation of both services' contracts without a login, with a wrong login, with each role, with API tokens
// and with access tokens of an OpenID Connect provider, and compares the responses with ROLES.md. No response may contain a secret that the identity must not see.
import { randomBytes, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, createTestDatabase, formatBasicAuth, makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import {
  type AccessCell,
  type Contract,
  computeExpectedCell,
  formatRolesPage,
  formatRow,
  IDENTITIES,
  listOperations,
  ROLES,
  type RoleOperation,
  type RoleService,
  type TestIdentity,
} from './matrix.ts';
import { buildRequest, type RequestValues } from './requests.ts';
import { type AccessTokens, makeAccessTokens, TOKENS } from './tokens.ts';

const page = readFileSync(new URL('../../ROLES.md', import.meta.url), 'utf8');
const password = 'a long: enough one';
const pluginId = 'org.example.plugin.SecretPlugin';
const auid = 'org|example|plugin|SecretPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F';
const auConfig = { base_url: 'http://www.example.org/', login: 'joe:PlantedOfAu' };

/** Secrets in the test data, each with the identities that may see it. */
const SECRETS = [
  { text: 'PlantedOfAu', seenBy: ['auAdminRole', 'userAdminRole', 'namespace token'] },
  { text: 'PlantedOfTitle', seenBy: [] },
  { text: 'PlantedOfSection', seenBy: ['userAdminRole', 'namespace token'] },
  { text: 'PlantedOfSource', seenBy: ['userAdminRole', 'namespace token'] },
];

interface RunningRoleService extends RoleService {
  readonly url: string;
  readonly values: RequestValues;
  /** Restores the data that earlier identities have changed. */
  prepare(): Promise<void>;
}

interface Answer {
  readonly service: string;
  readonly operation: RoleOperation;
  readonly identity: TestIdentity;
  readonly status: number;
  readonly body: string;
}

describe('who may do what', () => {
  let services: RunningRoleService[];
  const answers: Answer[] = [];
  let folder: string;
  let access: AccessTokens;

  beforeAll(async () => {
    folder = await createTemporaryFolder();
    const usersFile = join(folder, 'users.json');
    await writeFile(usersFile, generateUsersFile());
    access = await makeAccessTokens();
    const env = { USERS_FILE: usersFile, ...access.env };
    services = await Promise.all([startRoleRepository(folder, env), startRoleConfig(folder, env)]);
    // Begins with the identities that have the fewest rights, because they cannot change the data that later identities
    // need.
    const walk = async (service: RunningRoleService) => {
      for (const identity of IDENTITIES) {
        await service.prepare();
        for (const [number, operation] of listOperations(service.contract).entries()) {
          const authorization = makeAuthorization(access, identity, number);
          answers.push(await sendAsIdentity(service, operation, identity, authorization));
        }
      }
    };
    await Promise.all(services.map(walk));
  }, 120_000);

  it('is what the contracts promise, for every operation', () => {
    const documented = services.flatMap((service) =>
      answersOf(service).map((answer) => [nameOf(answer), cellOf(answer)]),
    );
    const promised = services.flatMap((service) =>
      answersOf(service).map((answer) => [
        nameOf(answer),
        computeExpectedCell(service, answer.operation, answer.identity),
      ]),
    );
    expect(documented).toEqual(promised);
  });

  it('is told by a status that the contract lists', () => {
    const unlisted = answers.filter(({ operation, status }) => !operation.statuses.includes(String(status)));
    expect(unlisted.map((answer) => [nameOf(answer), answer.status])).toEqual([]);
    const failed = answers.filter(({ status }) => status >= 500);
    expect(failed.map((answer) => [nameOf(answer), answer.status, answer.body])).toEqual([]);
  });

  it('is what ROLES.md says, which npm run docs writes', () => {
    const rows = (service: RunningRoleService) =>
      listOperations(service.contract).map((operation) => {
        const its = answersOf(service).filter(
          (answer) => answer.operation.operationId === operation.operationId,
        );
        return formatRow(operation, (identity) =>
          cellOf(its.find((answer) => answer.identity === identity)!),
        );
      });
    expect(formatRolesPage(services.map((service) => ({ name: service.name, rows: rows(service) })))).toBe(
      page,
    );
  });

  it.each(SECRETS)('lets nobody see $text but $seenBy', ({ text, seenBy }) => {
    const seen = answers.filter(({ body }) => body.includes(text));
    expect(seen.filter(({ identity }) => !seenBy.includes(identity)).map(nameOf)).toEqual([]);
    // The identities that may see the secret must have seen it.
    expect(new Set(seen.map(({ identity }) => identity))).toEqual(new Set(seenBy));
  });

  it('leaves a line in the audit log of every answer that holds a secret', async () => {
    const holding = answers.filter(({ body }) => SECRETS.some(({ text }) => body.includes(text)));
    const userOf = (identity: TestIdentity) => (identity === 'namespace token' ? 'userAdminRole' : identity);
    const wanted = holding.map(({ operation, identity }) => `${operation.operationId} ${userOf(identity)}`);
    expect(new Set(wanted).size).toBeGreaterThan(5);
    const audited = () => readFileSync(join(folder, 'audit/config-service.audit.log'), 'utf8');
    const lines = () => audited().split('\n').slice(0, -1);
    const documented = () =>
      lines()
        .map((line) => JSON.parse(line) as { event: string; operation: string; user?: string })
        .map(({ operation, user }) => `${operation} ${user}`);
    // Waits for audit entries that are not written yet. If one never appears, the test times out.
    while (wanted.some((one) => !documented().includes(one)))
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(audited()).not.toContain('Planted');
  });

  const answersOf = ({ name }: RunningRoleService) => answers.filter(({ service }) => service === name);
});

const nameOf = ({ service, operation, identity }: Answer) =>
  `${service} ${operation.operationId}: ${identity}`;

const cellOf = ({ status }: Answer): AccessCell => (status === 401 || status === 403 ? `${status}` : 'yes');

/** Sends a request as an identity. */
async function sendAsIdentity(
  { name, url, contract, values }: RunningRoleService,
  operation: RoleOperation,
  identity: TestIdentity,
  authorization: string | undefined,
): Promise<Answer> {
  const { path, init } = buildRequest(contract, operation, values);
  const headers = { ...init.headers, ...(authorization === undefined ? {} : { authorization }) };
  const response = await fetch(url + path, { ...init, headers, redirect: 'manual' });
  return { service: name, operation, identity, status: response.status, body: await response.text() };
}

/**
 * Returns the Authorization header of an identity. `number` gives each wrong login a different user name, because
 * repeated wrong logins with the same name are delayed.
 */
function makeAuthorization(
  { tokens }: AccessTokens,
  identity: TestIdentity,
  number: number,
): string | undefined {
  if (identity === 'no login') return undefined;
  if (identity === 'wrong login') return formatBasicAuth(`wrong ${number}`, 'not the password');
  const token = TOKENS.find((one) => one.identity === identity);
  if (token !== undefined) return `Bearer ${token.secret}`;
  const accessToken = tokens[identity];
  return accessToken === undefined ? formatBasicAuth(identity, password) : `Bearer ${accessToken}`;
}

/** Returns a users file with the same cheap hash for all users. Each wrong login uses a different user. */
function generateUsersFile(): string {
  const salt = randomBytes(16);
  const [text, key] = [salt, scryptSync(password, salt, 32, { N: 2 ** 4, r: 8, p: 1 })].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  );
  const hash = `$scrypt$ln=4,r=8,p=1$${text}$${key}`;
  const user = (name: string, roles: readonly string[]) => ({ name, password: hash, roles });
  const wrong = Array.from({ length: 200 }, (_, number) => user(`wrong ${number}`, ['userAdminRole']));
  const users = [...wrong, user('no role', []), ...ROLES.map((role) => user(role, [role]))];
  return JSON.stringify({ users, tokens: TOKENS.map(({ entry }) => entry) });
}

async function downloadContract(url: string): Promise<Contract> {
  return (await fetch(`${url}/openapi.json`)).json() as Promise<Contract>;
}

async function startRoleRepository(folder: string, env: AccessTokens['env']): Promise<RunningRoleService> {
  const { url: databaseUrl } = await createTestDatabase();
  const { client } = await startRepository({
    databaseUrl,
    objectStore: `fs:${join(folder, 'store')}`,
    env,
  });
  const { bytes, records } = makeWarc(1, 100, 'roles');
  const values: Record<string, unknown> = {
    auid,
    url: records[0]!.url,
    q: `url:${encodeURIComponent(records[0]!.url)}`,
    archive: new Uint8Array(bytes),
    artifactProps: JSON.stringify({ auid, uri: 'http://www.example.org/new' }),
    httpResponseHeader: 'HTTP/1.1 200 OK\r\n\r\n',
  };
  return {
    name: 'repository-service',
    url: client.url,
    contract: await downloadContract(client.url),
    withoutRole: '403',
    hasNamespaces: true,
    values,
    async prepare() {
      const { statuses } = await client.importArchive(bytes, { auid });
      const { artifactUuid } = statuses[0]!;
      Object.assign(values, { uuid: artifactUuid, fileName: `default:${artifactUuid}.warc.gz` });
    },
  };
}

async function startRoleConfig(folder: string, env: AccessTokens['env']): Promise<RunningRoleService> {
  const source = join(folder, 'node.txt');
  const { url: databaseUrl } = await createTestDatabase();
  await writeFile(source, 'org.example.password=PlantedOfSource\n');
  await writeFile(join(folder, 'SecretPlugin.xml'), PLUGIN);
  await writeFile(join(folder, 'titles.tdb'), TITLES);
  const { url } = await startConfig(databaseUrl, password, {
    ADMIN_PASSWORD: '',
    ...env,
    PLUGIN_SOURCES: join(folder, 'SecretPlugin.xml'),
    TDB_SOURCES: join(folder, 'titles.tdb'),
    CONFIG_SOURCES: source,
    AUDIT_LOG: join(folder, 'audit'),
  });
  const send = async (method: string, path: string, body: FormData | string) => {
    const type: Record<string, string> =
      typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const headers = { authorization: formatBasicAuth('userAdminRole', password), ...type };
    const response = await fetch(url + path, { method, headers, body });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  const query = 'select *';
  return {
    name: 'config-service',
    url,
    contract: await downloadContract(url),
    withoutRole: '401',
    hasNamespaces: false,
    values: {
      auid,
      auId: auid,
      auConfig,
      pluginId,
      sectionName: 'expert',
      url: `file://${source}`,
      ...{
        auQuery: query,
        pluginQuery: query,
        tdbAuQuery: query,
        tdbPublisherQuery: query,
        tdbTitleQuery: query,
      },
    },
    async prepare() {
      await send('PUT', `/aus/${encodeURIComponent(auid)}`, JSON.stringify({ auId: auid, auConfig }));
      const form = new FormData();
      form.append('configFile', new Blob(['org.example.password=PlantedOfSection\n']), 'configFile');
      await send('PUT', '/config/file/expert', form);
    },
  };
}

const PLUGIN = `<map>
  <entry><string>plugin_identifier</string><string>${pluginId}</string></entry>
  <entry><string>plugin_name</string><string>Secret plugin</string></entry>
  <entry><string>plugin_version</string><string>1</string></entry>
  <entry><string>plugin_config_props</string><list>
    <org.lockss.daemon.ConfigParamDescr><key>base_url</key><displayName>Base URL</displayName><type>3</type></org.lockss.daemon.ConfigParamDescr>
    <org.lockss.daemon.ConfigParamDescr><key>login</key><displayName>Login</displayName><type>10</type><definitional>false</definitional></org.lockss.daemon.ConfigParamDescr>
  </list></entry>
</map>
`;

const TITLES = `{
  publisher < name = Example Press >
  title < name = Journal >
  plugin = ${pluginId}
  param[base_url] = http://www.example.com/
  nondefparam[login] = joe:PlantedOfTitle
  implicit < status ; name >
  au < released ; Journal 1 >
}
`;
