// Are the ports free? Asked before anything is installed or built, and again before anything is started, so that a
// clash is one plain sentence and not a service's stack trace. (Whoever takes the port a moment later is told by the
// service itself.) Plain JavaScript that needs nothing but Node.
import { createServer } from 'node:net';

export const defaultHost = '127.0.0.1';
export const defaultPorts = {
  REPOSITORY_PORT: 24610,
  REPOSITORY_METRICS_PORT: 24611,
  CONFIG_PORT: 24620,
  CONFIG_METRICS_PORT: 24621,
};

export async function portTroubles(wanted) {
  const troubles = [];
  for (const one of wanted) {
    const code = await tryPort(one);
    if (code !== undefined) troubles.push(sentence(code, one));
  }
  return [...new Set(troubles)];
}

/** A port that is set to no number is left to the check of the settings. */
export function wantedPorts(textOf) {
  return Object.entries(defaultPorts).flatMap(([setting, usual]) => {
    const text = textOf(setting) ?? String(usual);
    if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535) return [];
    const hostSetting = setting.endsWith('_METRICS_PORT') ? 'METRICS_HOST' : 'HOST';
    return [{ setting, port: Number(text), hostSetting, host: textOf(hostSetting) ?? defaultHost }];
  });
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
      return `Port ${port} on ${host} is in use by another program: stop that one, or choose another port with ${setting}.`;
    case 'EACCES':
      return `Port ${port} needs rights that this user has not: choose one above 1023 with ${setting}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${hostSetting} ${host} is no address of this machine.`;
    default:
      return `Port ${port} on ${host} cannot be listened on (${code}): choose another with ${setting}.`;
  }
}
