// A trace collector that accepts OTLP as JSON over HTTP and stores the spans.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { addCleanup, findFreePort } from '@holdfast/testkit';

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly headers: IncomingHttpHeaders[];
  /** All received request bodies, unchanged. */
  readonly bodies: string[];
  listen(): Promise<void>;
  close(): Promise<void>;
  /** Resolves to the first span that matches, once it has arrived. */
  span(fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
}

/** Creates a collector that does not listen yet. The collector closes at the end of the test file. */
export async function createCollector(): Promise<Collector> {
  const port = await findFreePort();
  const spans: CollectedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: string[] = [];
  let server: Server | undefined;
  const close = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    closing?.closeAllConnections();
    await new Promise((resolve) => (closing === undefined ? resolve(undefined) : closing.close(resolve)));
  };
  addCleanup(close);
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    bodies,
    close,
    async listen() {
      server = createServer(async (request, response) => {
        const body = await text(request);
        headers.push({ ...request.headers, ':path': request.url });
        bodies.push(body);
        spans.push(...spansOf(JSON.parse(body) as Document));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
    },
    async span(fits) {
      for (let tries = 0; ; tries += 1) {
        const found = spans.find(fits);
        if (found !== undefined) return found;
        if (tries > 300) throw new Error(`no such span among ${spans.map(({ name }) => name).join(', ')}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

type Attributes = readonly { readonly key: string; readonly value: object }[];
type Span = Omit<CollectedSpan, 'service' | 'attributes'> & { readonly attributes: Attributes };

interface Document {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

function spansOf({ resourceSpans }: Document): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    const spans = scopeSpans.flatMap((scope) => scope.spans);
    return spans.map((span) => ({ ...span, service, attributes: attributesOf(span.attributes) }));
  });
}

function attributesOf(list: Attributes): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
}
