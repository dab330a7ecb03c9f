// Attack: wrong logins whose clients disconnect before the response. Checking the password for a disconnected client
// must not delay other clients.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTimeFinding, type SiegeAttack } from './attack.ts';
import { measureLoginMs } from './login-time.ts';

const ABANDONED = 205;
const BOUND_MS = 2_000;

export const abandonedLogins: SiegeAttack = {
  name: 'abandoned-logins',

  async prepare() {},

  async run({ repository, logins, say }) {
    const { url } = repository.client;
    const calmMs = await measureLoginMs(url, { authorization: logins.contentAdminRole });
    say(`a right login in peace takes ${Math.round(calmMs)} ms`);
    await Promise.all(Array.from({ length: ABANDONED }, (_, index) => abandon(url, index)));
    const tookMs = await measureLoginMs(url, { authorization: logins.accessContentRole, from: '127.0.77.1' });
    return [makeTimeFinding(`a right login after ${ABANDONED} abandoned ones`, tookMs, BOUND_MS)];
  },
};

async function abandon(url: string, index: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const authorization = Buffer.from(`user${index}:wrong`).toString('base64');
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(`GET /namespaces HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${authorization}\r\n\r\n`);
  await sleep(50);
  socket.destroy();
}
