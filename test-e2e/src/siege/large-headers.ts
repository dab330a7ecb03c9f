// Attack: two thousand connections that each send almost a megabyte of headers and never finish them, first from one
// address, then from many.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessState } from '../malformed/process-state.ts';
import { makeTimeFinding, type SiegeAttack, type SiegeFinding, type SiegeTarget } from './attack.ts';
import { measureLoginMs } from './login-time.ts';

const CONNECTIONS = 2_000;
const HEADER = Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(900_000)}`);
const MAX_BYTES = 256 * 2 ** 20;
const LOGIN_MS = 2_000;
const MIB = 2 ** 20;

export const largeHeaders: SiegeAttack = {
  name: 'large-headers',

  async prepare() {},

  async run(target) {
    return [
      ...(await sendHeaderWave(target, 'one address', 1)),
      ...(await sendHeaderWave(target, '200 addresses', 200)),
    ];
  },
};

async function sendHeaderWave(target: SiegeTarget, from: string, addresses: number): Promise<SiegeFinding[]> {
  const { client, process: service } = target.repository;
  const before = await readProcessState(service.pid);
  const sockets = Array.from({ length: CONNECTIONS }, (_, index) => send(client.url, index % addresses));
  let mostBytes = 0;
  for (let look = 0; look < 50; look += 1) {
    await sleep(100);
    mostBytes = Math.max(mostBytes, (await readProcessState(service.pid))?.residentBytes ?? 0);
  }
  const tookMs = await measureLoginMs(client.url, { authorization: target.logins.accessContentRole });
  for (const socket of sockets) socket.destroy();
  const grownBytes = mostBytes - (before?.residentBytes ?? 0);
  return [
    {
      what: `memory taken by ${CONNECTIONS} heads of 0.9 MB from ${from}`,
      figure: `${Math.round(grownBytes / MIB)} MiB`,
      bound: `≤ ${MAX_BYTES / MIB} MiB`,
      isHeld: grownBytes <= MAX_BYTES,
    },
    makeTimeFinding(`a right login meanwhile, from ${from}`, tookMs, LOGIN_MS),
  ];
}

function send(url: string, address: number): Socket {
  const { hostname, port } = new URL(url);
  const localAddress = `127.3.${address}.2`;
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on('error', () => undefined);
  socket.write(HEADER);
  return socket;
}
