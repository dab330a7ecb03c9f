// Minimal server of payloads: Express with the bytes in memory. Receives the payload for each path from its parent
// process, and sends the port to the parent. Its argument is the number of processes.
import cluster from 'node:cluster';
import express from 'express';

type Payloads = Map<string, Uint8Array>;

const workers = Number(process.argv[2]);

process.once('message', (payloads: Payloads) => {
  if (workers === 1 || cluster.isWorker) servePayloads(payloads);
  else forkWorkers(payloads);
});

function servePayloads(payloads: Payloads): void {
  const app = express();
  app.disable('x-powered-by').set('etag', false);
  app.get('/artifacts/:uuid/payload', (request, response) => {
    response.type('text/html').send(payloads.get(request.params.uuid));
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.send!((server.address() as { port: number }).port);
  });
  process.once('disconnect', () => server.closeAllConnections());
  process.once('disconnect', () => server.close());
}

/** Starts the processes, which share a port. */
function forkWorkers(payloads: Payloads): void {
  cluster.setupPrimary({ serialization: 'advanced' });
  let listening = 0;
  for (let number = 1; number <= workers; number += 1) {
    const worker = cluster.fork();
    worker.send(payloads as Map<string, Uint8Array<ArrayBuffer>>);
    worker.once('message', (port: number) => {
      listening += 1;
      if (listening === workers) process.send!(port);
    });
  }
  process.once('disconnect', () => process.exit());
}
