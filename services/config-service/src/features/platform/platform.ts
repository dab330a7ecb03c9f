// Describes the node, from its settings and the operating system. Contains no secrets.
import { statfs } from 'node:fs/promises';
import { hostname, release, type } from 'node:os';
import type { PlatformConfigurationWsResult } from '@holdfast/api-types';
import { serviceIdentity } from '../../domain/service-identity.ts';
import type { NodeSettings } from './node-settings.ts';
import { findNodeAddress } from './node-settings.ts';

export interface PlatformDeps {
  /** Returns the current description of the node, which may change with configuration files. */
  readonly node: () => NodeSettings;
  readonly nowMs: () => number;
  /** Returns the number of milliseconds since the service started. */
  readonly uptimeMs: () => number;
  readonly workingFolder: string;
}

export async function readPlatformConfiguration(deps: PlatformDeps): Promise<PlatformConfigurationWsResult> {
  const node = deps.node();
  const ipAddress = node.nodeIp ?? findNodeAddress();
  return {
    hostName: node.nodeHostName ?? hostname(),
    ...(ipAddress === undefined ? {} : { ipAddress }),
    groups: [...node.nodeGroups],
    ...(node.nodeProject === undefined ? {} : { project: node.nodeProject }),
    ...(node.nodeAdminEmail === undefined ? {} : { adminEmail: node.nodeAdminEmail }),
    currentTime: deps.nowMs(),
    uptime: Math.round(deps.uptimeMs()),
    version: serviceIdentity.version,
    platform: { name: type(), version: release() },
    runtime: { name: 'Node.js', version: process.versions.node },
    diskUse: await diskUse(deps.workingFolder),
    daemonVersion: inParts(serviceIdentity.version),
    currentWorkingDirectory: deps.workingFolder,
  };
}

function inParts(fullVersion: string): NonNullable<PlatformConfigurationWsResult['daemonVersion']> {
  const [majorVersion = 0, minorVersion = 0, buildVersion = 0] = (fullVersion.match(/\d+/g) ?? []).map(
    Number,
  );
  return { fullVersion, majorVersion, minorVersion, buildVersion };
}

async function diskUse(folder: string): Promise<NonNullable<PlatformConfigurationWsResult['diskUse']>> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  const size = blocks * bsize;
  const used = (blocks - bfree) * bsize;
  const avail = bavail * bsize;
  // Computes the percentage like `df`: blocks reserved for root are neither used nor available.
  const percentUsed = used + avail === 0 ? 0 : used / (used + avail);
  return { size, used, avail, percentUsedString: `${Math.ceil(percentUsed * 100)}%`, percentUsed };
}
