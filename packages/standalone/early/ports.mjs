// Checks that the ports are free: before anything is installed or built, and again before the services start. Reports a
// conflict in one sentence. Plain JavaScript without dependencies.
import { createServer } from 'node:net';

export const defaultHost = '127.0.0.1';
export const defaultPorts = {
  REPOSITORY_PORT: 24610,
  REPOSITORY_METRICS_PORT: 24611,
  CONFIG_PORT: 24620,
  CONFIG_METRICS_PORT: 24621,
};

/**
 * Returns all ports. `set` contains the ports from the settings. The default metrics port of a service is the next
 * unused port number after the service's port. A second node on the machine therefore only needs settings for the
 * service ports. The result is undefined for a setting that is not a number.
 */
export function resolvePorts(set) {
  const isSet = (setting) => Object.hasOwn(set, setting);
  const services = Object.keys(defaultPorts).filter((setting) => !setting.endsWith('_METRICS_PORT'));
  const ports = Object.fromEntries(
    services.map((setting) => [setting, isSet(setting) ? set[setting] : defaultPorts[setting]]),
  );
  const taken = new Set([...Object.values(ports), ...Object.values(set)]);
  for (const setting of services) {
    const metrics = setting.replace(/_PORT$/, '_METRICS_PORT');
    ports[metrics] = isSet(metrics) ? set[metrics] : nextPort(ports[setting], taken);
    taken.add(ports[metrics]);
  }
  return ports;
}

function nextPort(port, taken) {
  if (port === undefined) return undefined;
  for (let above = port + 1; above <= 65_535; above += 1) if (!taken.has(above)) return above;
  for (let below = port - 1; below >= 1; below -= 1) if (!taken.has(below)) return below;
  return undefined;
}

export async function findPortConflicts(wanted) {
  const troubles = [];
  for (const one of wanted) {
    const code = await tryPort(one);
    if (code !== undefined) troubles.push(sentence(code, one));
  }
  return [...new Set(troubles)];
}

/** Returns the ports to check. Omits invalid port settings, which the settings check reports later. */
export function listPortsToCheck(textOf) {
  const texts = Object.keys(defaultPorts).map((setting) => [setting, textOf(setting)]);
  const set = Object.fromEntries(
    texts.filter(([, text]) => text !== undefined).map(([setting, text]) => [setting, portIn(text)]),
  );
  const ports = resolvePorts(set);
  return Object.keys(defaultPorts).flatMap((setting) => {
    const port = ports[setting];
    if (port === undefined) return [];
    const hostSetting = setting.endsWith('_METRICS_PORT') ? 'METRICS_HOST' : 'HOST';
    return [{ setting, port, hostSetting, host: textOf(hostSetting) ?? defaultHost }];
  });
}

function portIn(text) {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function tryPort({ host, port }) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

function sentence(code, { host, hostSetting, port, setting }) {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program. Stop that program, or choose another port with ${setting}.`;
    case 'EACCES':
      return `Port ${port} requires privileges that this user does not have. Choose a port above 1023 with ${setting}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${hostSetting} ${host} is not an address of this machine.`;
    default:
      return `The services cannot listen on port ${port} of ${host} (${code}). Choose another port with ${setting}.`;
  }
}
