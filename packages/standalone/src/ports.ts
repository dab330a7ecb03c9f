// Are the ports free? Asked before anything is started, so that a clash is one plain sentence and not a service's
// stack trace. (Whoever takes the port a moment later is told by the service itself.)
import { createServer } from 'node:net';
import { systemCode } from './startup-error.ts';

export interface WantedPort {
  /** The setting that chooses it. */
  readonly setting: string;
  readonly port: number;
}

/** One sentence per port that cannot be had; empty when all can. */
export async function portTroubles(host: string, wanted: readonly WantedPort[]): Promise<string[]> {
  const troubles: string[] = [];
  for (const { setting, port } of wanted) {
    const code = await tryPort(host, port);
    if (code !== undefined) troubles.push(sentence(code, host, port, setting));
  }
  return troubles;
}

function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(systemCode(error) ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

function sentence(code: string, host: string, port: number, setting: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program: stop that one, or choose another port with ${setting}.`;
    case 'EACCES':
      return `Port ${port} needs rights that this user has not: choose one above 1023 with ${setting}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is no address of this machine.`;
    default:
      return `Port ${port} on ${host} cannot be listened on (${code}): choose another with ${setting}.`;
  }
}
