// Settings that describe the node, for /config/platform and for conditions in configuration files.
import { hostname, networkInterfaces, release, type } from 'node:os';
import type { PlatformFacts } from '@holdfast/config-format';
import type { Parameters } from '../../domain/configuration/parameters.ts';
import { serviceIdentity } from '../../domain/service-identity.ts';

export const nodeSpec = {
  nodeHostName: {
    kind: 'string',
    name: 'NODE_HOST_NAME',
    maxLength: 255,
    defaultText: '`org.lockss.platform.fqdn`, else the name of the machine',
    about: 'name of the node, for `/config/platform` and for conditions in configuration files',
  },
  nodeIp: {
    kind: 'string',
    name: 'NODE_IP',
    pattern: /^[0-9A-Fa-f:.]{2,45}$/,
    defaultText: '`org.lockss.platform.localIPAddress`, else the first address of the machine',
    about: 'address of the node, for `/config/platform` and for conditions in configuration files',
  },
  nodeGroups: {
    kind: 'parsed',
    name: 'NODE_GROUPS',
    parse: parseGroups,
    default: [],
    defaultText: '`org.lockss.daemon.groups`',
    about:
      'preservation groups of the node, separated by `;`, for `/config/platform` and for conditions in configuration files',
  },
  nodeProject: {
    kind: 'string',
    name: 'NODE_PROJECT',
    maxLength: 255,
    defaultText: '`org.lockss.platform.project`',
    about: 'project that the node belongs to, shown in `/config/platform`',
  },
  nodeAdminEmail: {
    kind: 'string',
    name: 'NODE_ADMIN_EMAIL',
    maxLength: 255,
    defaultText: '`org.lockss.platform.sysadminemail`',
    about: 'email address of the administrator, shown in `/config/platform`',
  },
  nodeDaemonVersion: {
    kind: 'string',
    name: 'NODE_DAEMON_VERSION',
    maxLength: 100,
    default: serviceIdentity.version,
    defaultText: 'version of the service',
    about: 'version that `daemonVersion` in conditions of configuration files is compared with',
  },
  nodePlatformName: {
    kind: 'string',
    name: 'NODE_PLATFORM_NAME',
    maxLength: 100,
    defaultText: 'name of the operating system',
    about: 'name that `platformName` in conditions is compared with',
  },
  nodePlatformVersion: {
    kind: 'string',
    name: 'NODE_PLATFORM_VERSION',
    maxLength: 100,
    defaultText: 'version of the operating system',
    about: 'version that `platformVersion` in conditions is compared with',
  },
} as const;

export interface NodeSettings {
  readonly nodeHostName: string | undefined;
  readonly nodeIp: string | undefined;
  readonly nodeGroups: readonly string[];
  readonly nodeProject: string | undefined;
  readonly nodeAdminEmail: string | undefined;
  readonly nodeDaemonVersion: string;
  readonly nodePlatformName: string | undefined;
  readonly nodePlatformVersion: string | undefined;
}

/** Completes the settings with values from configuration files. */
export function resolveNodeSettings(settings: NodeSettings, files: Parameters): NodeSettings {
  const { nodeHostName, nodeIp, nodeGroups, nodeProject, nodeAdminEmail } = settings;
  return {
    ...settings,
    nodeHostName: nodeHostName ?? files.hostName,
    nodeIp: nodeIp ?? files.ipAddress,
    nodeGroups: nodeGroups.length > 0 ? nodeGroups : (files.groups ?? []),
    nodeProject: nodeProject ?? files.project,
    nodeAdminEmail: nodeAdminEmail ?? files.adminEmail,
  };
}

export function toPlatformFacts(node: NodeSettings): PlatformFacts {
  return {
    groups: node.nodeGroups,
    hostname: node.nodeHostName ?? hostname(),
    hostIP: node.nodeIp ?? findNodeAddress(),
    serviceName: serviceIdentity.name,
    serviceAbbrev: 'cfg',
    daemonVersion: node.nodeDaemonVersion,
    platformName: node.nodePlatformName ?? type(),
    platformVersion: node.nodePlatformVersion ?? release(),
  };
}

/** Returns the first address of this machine that others can reach, preferably IPv4, or undefined if there is none. */
export function findNodeAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outer = addresses.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return (outer.find(({ family }) => family === 'IPv4') ?? outer[0])?.address;
}

function parseGroups(text: string): readonly string[] {
  const groups = text.split(';').map((group) => group.trim());
  return [...new Set(groups.filter((group) => group !== ''))];
}
