// The least that can answer a payload: Express, and the bytes in memory. Started as a process of its own with payloads
// by their path; says on which port it listens.
import express from 'express';

process.once('message', (payloads: Map<string, Uint8Array>) => {
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
});
