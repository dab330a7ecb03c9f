import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { trackHeldConnections, trackOpenSockets } from '../../src/server/start-server.ts';
import type { WorkerConnections } from '../../src/workers/worker.ts';

let server: Server;
let held: WorkerConnections;
let agent: Agent;
beforeEach(async () => {
  server = createServer((_request, response) => response.end('here'));
  held = trackHeldConnections(server, trackOpenSockets(server));
  agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends `count` concurrent requests, each on a separate connection. Returns how many connections the server closes. */
async function ask(count: number, using: Agent | false = agent): Promise<number> {
  const answers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<IncomingMessage>((resolve, reject) => {
          const { port } = server.address() as AddressInfo;
          request({ port, agent: using }, (answer) => {
            answer.resume().once('end', () => resolve(answer));
          })
            .once('error', reject)
            .end();
        }),
    ),
  );
  return answers.filter(({ headers }) => headers.connection === 'close').length;
}

it('are counted while they are open', async () => {
  await ask(3);
  expect(held.count).toBe(3);
});

it('are given up with their next answers, as many as was said last', async () => {
  expect(await ask(5)).toBe(0);
  held.giveUp(4);
  held.giveUp(2);
  expect(await ask(5)).toBe(2);
  expect(await ask(5)).toBe(0);
});

it('are all kept when it is said that none is to be given up', async () => {
  held.giveUp(2);
  held.giveUp(0);
  expect(await ask(3)).toBe(0);
});

it('are not counted among those when the client closes them anyway', async () => {
  await ask(2);
  held.giveUp(1);
  await ask(1, false);
  expect(await ask(2)).toBe(1);
});
