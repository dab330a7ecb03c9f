// Requests the status of each running service. Checks that the ports of services that are not running are free.
import type { Agent } from 'node:https';
import { text } from 'node:stream/consumers';
import { readResponse, sendGet } from '@holdfast/service-kit';
import type { NodeFindings } from '@holdfast/service-kit/doctor';
import { findPortConflicts, type PortToCheck } from '@holdfast/standalone';

export interface ServiceTarget {
  readonly name: 'repository-service' | 'config-service';
  readonly url: string;
  readonly agent?: Agent | undefined;
  /** True if the service should be running: `npm start` is running, or the settings contain the service's address. */
  readonly isExpected: boolean;
  /** Ports that must be free if the service is not running. */
  readonly ports: readonly PortToCheck[];
}

const ANSWER_MS = 5_000;
const MAX_BYTES = 64 * 1024;

interface ServiceStatus {
  readonly apiVersion?: unknown;
  readonly ready?: unknown;
  readonly reason?: unknown;
  readonly serviceName?: unknown;
  readonly componentVersion?: unknown;
}

/** Checks the service. Returns whether it is running. */
export async function checkService(
  findings: NodeFindings,
  { name, url, agent, isExpected, ports }: ServiceTarget,
  version: string,
): Promise<boolean> {
  const id = `${name}.ready`;
  const begunMs = performance.now();
  const status = await requestStatus(url, agent).catch((error: Error) => error);
  const durationMs = performance.now() - begunMs;
  if (!(status instanceof Error) && status.apiVersion !== undefined) {
    reportStatus(findings, { id, name, url, version, durationMs }, status);
    return true;
  }
  const troubles = isExpected ? [] : await findPortConflicts(ports);
  for (const trouble of troubles)
    findings.fault(`${name}.port`, trouble, {
      remedy: 'Stop the program that uses the port, or choose another port. Until then, npm start fails.',
    });
  if (isExpected)
    findings.fault(id, `The ${name} at ${url} does not respond, or is not a Holdfast service.`, {
      remedy: 'Start the service or correct its address. If it stopped, its log contains the reason.',
    });
  else if (troubles.length === 0)
    findings.fine(`${name}.port`, `The ${name} is not running, and its ports are free.`);
  return false;
}

function reportStatus(
  findings: NodeFindings,
  {
    id,
    name,
    url,
    version,
    durationMs,
  }: {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    readonly version: string;
    readonly durationMs: number;
  },
  { ready, reason, serviceName, componentVersion }: ServiceStatus,
): void {
  if (typeof serviceName === 'string' && serviceName !== name) {
    findings.fault(id, `The service at ${url} is the ${serviceName}, not the ${name}.`, {
      remedy: 'Correct the addresses.',
    });
    return;
  }
  const rest = { observed: typeof reason === 'string' ? reason : undefined, durationMs };
  const running = `The ${name} at ${url}`;
  if (ready !== true)
    findings.fault(id, `${running} is not ready: ${String(reason ?? 'it reports no reason')}.`, rest);
  else if (typeof reason === 'string')
    findings.warning(id, `${running} is ready, and reports: ${reason}.`, rest);
  else findings.fine(id, `${running} is ready and responded in ${durationMs.toFixed(1)} ms.`, rest);
  if (typeof componentVersion === 'string' && componentVersion !== version)
    findings.warning(
      `${name}.version`,
      `${running} has version ${componentVersion}, but this command has version ${version}.`,
      {
        remedy: 'Restart the service after an upgrade, or use a command of the same version.',
        observed: componentVersion,
        expected: version,
      },
    );
}

async function requestStatus(base: string, agent: Agent | undefined): Promise<ServiceStatus> {
  const options = { headers: { accept: 'application/json' }, agent, signal: AbortSignal.timeout(ANSWER_MS) };
  const response = await sendGet(new URL('/status', base), options);
  return JSON.parse(await text(readResponse(response, MAX_BYTES))) as ServiceStatus;
}
