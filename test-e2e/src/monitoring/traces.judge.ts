// Covers: packages/service-kit packages/http-kit packages/tracing services
// Tests the traces of both services as a collector receives them, the absence of overhead when tracing is off, and the
// behaviour when traces cannot be sent.
import { makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type BusyService, startBusyConfig, startBusyRepository } from './busy-services.ts';
import { type Collector, createCollector } from './collector.ts';

/**
 * Module that prints to standard error whenever OpenTelemetry is loaded. Ignores OpenTelemetry's API package, which
 * prom-client loads and which does nothing by itself.
 */
const watch = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module';" +
    'registerHooks({ resolve(name, context, next) {' +
    "if (name.startsWith('@opentelemetry/')) process.stderr.write('LOADED ' + name + String.fromCharCode(10));" +
    'return next(name, context); } });',
)}`;
const watched = { NODE_OPTIONS: `--import=${watch}` };

const trace = '0af7651916cd43dd8448eb211c80319c';
const caller = 'b7ad6b7169203331';
const traced = { traceparent: `00-${trace}-${caller}-01` };

describe('traces', () => {
  let to: Collector;
  let repository: BusyService;
  let config: BusyService;
  beforeAll(async () => {
    to = await createCollector();
    await to.listen();
    const env = {
      ...watched,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${to.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=not%20for%20logs',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    };
    repository = await startBusyRepository(env);
    config = await startBusyConfig(repository, env);
    await repository.client.importArchive(makeWarc(3, 1_000).bytes, { auid: 'secret-au' });
    const query = { url: 'http://www.example.org/warc/page/1.html' };
    await repository.client.get('/replay/cdxb/default', query, traced);
  }, 120_000);

  it('of a request continue the trace of the caller', async () => {
    const span = await to.span(({ name }) => name === 'GET /replay/cdxb/{namespace}');
    expect(span).toMatchObject({
      traceId: trace,
      parentSpanId: caller,
      kind: 2,
      service: 'repository-service',
    });
    expect(span.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/replay/cdxb/{namespace}',
      'http.response.status_code': expect.anything(),
      'holdfast.operation': 'getCdxb',
      'holdfast.outcome': 'ok',
    });
    const query = await to.span(({ name, traceId }) => traceId === trace && name === 'postgresql SELECT');
    expect(query).toMatchObject({ parentSpanId: span.spanId, kind: 3 });
  });

  it('have the statements and the store requests of an import in them', async () => {
    const { traceId } = await to.span(({ name }) => name === 'POST /archives');
    for (const wanted of [/^postgresql COMMIT$/, /^object store \w+$/]) {
      await to.span((span) => span.traceId === traceId && wanted.test(span.name));
    }
  });

  it('go on from one service into the other', async () => {
    const known = await config.client.get('/aus');
    expect(known.status).toBe(200);
    const auid = 'org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025';
    const headers = { authorization: config.client.authorization, 'content-type': 'text/plain' };
    await fetch(`${config.client.url}/aus/add`, { method: 'POST', headers, body: auid });
    await config.client.get(`/austatuses/${encodeURIComponent(auid)}`);
    const asked = await to.span(({ name }) => name === 'GET /aus/{auid}/size');
    const asking = await to.span(({ spanId }) => spanId === asked.parentSpanId);
    expect(asking).toMatchObject({ name: 'GET /austatuses/{auid}', service: 'config-service' });
    expect(asked).toMatchObject({ service: 'repository-service', traceId: asking.traceId });
  });

  it('are named in the log', async () => {
    const { traceId } = await to.span(({ name }) => name === 'POST /archives');
    await repository.process.says(new RegExp(`"traceId":"${traceId}".*"operation":"addArtifacts"`));
  });

  it('go where the settings say, and hold nothing that clients sent', async () => {
    await to.span(({ name }) => name === 'POST /archives');
    expect(to.headers[0]).toMatchObject({ ':path': '/v1/traces', 'x-key': 'not for logs' });
    const all = to.bodies.join('\n');
    expect(all).toContain('deployment.environment.name');
    for (const secret of [
      'secret-au',
      'www.example.org',
      'not for logs',
      'not%20for',
      'of: the administrator',
    ]) {
      expect(all).not.toContain(secret);
    }
    for (const { process } of [repository, config]) {
      expect(process.output()).not.toMatch(/not for logs|not%20for/);
      expect(process.output()).toContain('LOADED @opentelemetry/sdk-trace');
    }
  });

  it('do not keep a service from working when they cannot be sent, and it says so once', async () => {
    await to.close();
    for (let round = 0; round < 3; round += 1) {
      expect((await repository.client.get('/aus')).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await repository.process.says(/"msg":"traces cannot be sent"/);
    await to.listen();
    await repository.client.get('/namespaces');
    await to.span(({ name }) => name === 'GET /namespaces');
    await repository.process.says(/"msg":"traces can be sent again"/);
    expect(repository.process.output().match(/traces cannot be sent/g)).toHaveLength(1);
  });

  it('are sent to the last when the service stops', async () => {
    await config.client.get('/config/loadedurls');
    expect(await config.process.stop('SIGTERM')).toMatchObject({ code: 0 });
    await to.span(({ name }) => name === 'GET /config/loadedurls');
  });
});

describe('without an endpoint, or with the SDK disabled', () => {
  it.each([{}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }])(
    'nothing of OpenTelemetry is loaded: %j',
    async (env) => {
      const { client, process } = await startBusyRepository({ ...watched, ...env });
      expect((await client.get('/namespaces', {}, traced)).status).toBe(200);
      await process.says(/"operation":"getNamespaces"/);
      expect(process.output()).not.toMatch(/LOADED @opentelemetry\/(?!api\b)|traceId/);
    },
    60_000,
  );
});
