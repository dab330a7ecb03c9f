import {
  createMetrics,
  createSingleProcessMetrics,
  listenMetrics,
  type RunningServer,
  registerReadyMetric,
} from '@holdfast/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { asAdmin, type ShellTestService, startService } from '../service.ts';
import { openRawClient } from '../socket.ts';

describe('metrics', () => {
  let service: ShellTestService;
  let server: RunningServer;
  beforeAll(async () => {
    service = await startService({
      download: (_request, response) => void response.write('first bytes'),
    });
    const { metrics, health } = service;
    registerReadyMetric(metrics, health);
    const sources = createSingleProcessMetrics(metrics, health);
    server = await listenMetrics({ ...sources, host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.shutdown({ drainTimeoutMs: 100 });
    await service.stop();
  });

  const metricsText = async (): Promise<string> =>
    (await request(server.url).get('/metrics').expect(200)).text;

  it('count requests by operation and class of status', async () => {
    await request(service.url).get('/things/box').set(asAdmin).expect(200);
    await request(service.url).get('/things/other').set(asAdmin).expect(200);
    await request(service.url).get('/search?limit=0').set(asAdmin).expect(400);
    await request(service.url).get('/whatever/a/client/invents').set(asAdmin).expect(404);
    const text = await metricsText();
    expect(text).toContain('http_request_duration_seconds_count{operation="getThing",status_class="2xx"} 2');
    expect(text).toContain('http_request_duration_seconds_count{operation="search",status_class="4xx"} 1');
    expect(text).toContain('http_request_duration_seconds_count{operation="unmatched",status_class="4xx"} 1');
    expect(text).toMatch(/http_response_bytes_total\{operation="getThing"\} [1-9]/);
    expect(text).not.toContain('invents');
  });

  it('tell requests under way and aborted ones', async () => {
    const client = await openRawClient(service.port);
    client.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.received((text) => text.includes('first bytes'));
    expect(await metricsText()).toContain('http_requests_in_flight 1');
    client.socket.destroy();
    await service.line(({ outcome }) => outcome === 'aborted');
    const text = await metricsText();
    expect(text).toContain('http_requests_in_flight 0');
    expect(text).toContain('http_requests_aborted_total{operation="download",side="response"} 1');
  });

  it('include the process and its event loop', async () => {
    const text = await createMetrics().registry.metrics();
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('are served beside the probes, on a port of their own', async () => {
    await request(server.url).get('/livez').expect(200);
    await request(server.url).get('/readyz').expect(200);
    await request(server.url).get('/nothing').expect(404);
    await request(server.url).post('/metrics').expect(405);
    await request(service.url).get('/metrics').set(asAdmin).expect(404);
  });
});
