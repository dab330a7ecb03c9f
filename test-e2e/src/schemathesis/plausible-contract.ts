// The contract as a service gives it, with what is really stored as examples: so that generated requests reach beyond
// "not found". What is valid stays valid, what is not stays so, and nothing that is said of answers is touched.

export interface Known {
  auid: string;
  uuids: readonly string[];
  urls: readonly string[];
}

export type Node = { [name: string]: unknown };

/** As a client gets it, without credentials. */
export async function contractOf(url: string): Promise<Node> {
  const response = await fetch(`${url}/openapi.json`);
  if (!response.ok) throw new Error(`${url}/openapi.json: ${response.status}`);
  return (await response.json()) as Node;
}

export function plausible(contract: Node, { auid, uuids, urls }: Known): Node {
  const copy = structuredClone(contract);
  const files = uuids.flatMap((uuid) => [`default:${uuid}.warc.gz`, `default:${uuid}.warc`]);
  const hosts = [...new Set(urls.map((url) => new URL(url).host))];
  const values: Readonly<Record<string, readonly string[]>> = {
    Uuid: uuids,
    Auid: [auid],
    Url: urls,
    UrlPrefix: hosts.map((host) => `http://${host}/`),
    fileName: files,
    url: [...urls, ...hosts.map((host) => `*.${host}`)],
    q: urls.flatMap((url) => {
      const token = `url:${encodeURIComponent(url)}`;
      return [token, `${token} type:prefixquery`, `limit:2 offset:1 date:2014 ${token}`];
    }),
    artifactProps: urls.map((uri) => JSON.stringify({ auid, uri })),
    archive: urls.map(plainWarc),
  };
  const { parameters, schemas } = copy.components as { parameters: Node; schemas: Node };
  for (const [name, parameter] of Object.entries(parameters)) offer(parameter as Node, values[name]);
  for (const parameter of inlineParameters(copy)) offer(parameter, values[parameter.name as string]);
  for (const form of ['CreateArtifactForm', 'AddArtifactsForm']) {
    const properties = (schemas[form] as { properties: Record<string, Node> }).properties;
    for (const [name, schema] of Object.entries(properties)) {
      // What is binary by anything but its format is sent as no file; its example is.
      if (values[name] && schema.format !== 'binary') properties[name] = orOneOf(schema, values[name]);
    }
  }
  for (const example of formExamples(copy)) {
    for (const name of ['archive', 'artifactProps']) {
      if (example[name] !== undefined) example[name] = values[name]![0];
    }
  }
  return copy;
}

/** A parameter that has values of its own; its example would be of another repository. */
function offer(parameter: Node, values: readonly string[] | undefined): void {
  // These go with one answer or exclude others: given always, as examples are, they are 400.
  const hindering = ['continuationToken', 'urlPrefix', 'resumeKey', 'page', 'showNumPages', 'version'];
  if (hindering.includes(parameter.name as string)) delete parameter.example;
  if (!values || parameter.in === 'header') return;
  parameter.schema = orOneOf(parameter.schema as Node, values);
  if (parameter.example !== undefined) parameter.example = values[0];
}

function orOneOf(schema: Node, values: readonly string[]): Node {
  return { anyOf: [{ type: 'string', enum: [...values] }, schema] };
}

function inlineParameters({ paths }: Node): Node[] {
  return Object.values(paths as Record<string, Node>)
    .flatMap((item) => [item, ...Object.values(item)])
    .flatMap((holder) => ((holder as Node).parameters as Node[] | undefined) ?? [])
    .filter((parameter) => parameter.$ref === undefined);
}

function formExamples({ paths }: Node): Node[] {
  return Object.values(paths as Record<string, Node>)
    .flatMap((item) => Object.values(item) as { requestBody?: { content: Record<string, Node> } }[])
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .map(({ example }) => example as Node);
}

/** One response record. */
function plainWarc(url: string): string {
  const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>${url}</title>`;
  const head = [
    'WARC/1.0',
    'WARC-Type: response',
    'WARC-Record-ID: <urn:uuid:92283950-ef2f-4d72-b224-f54c6ec90bb0>',
    'WARC-Date: 2014-01-26T20:06:24Z',
    `WARC-Target-URI: ${url}`,
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${block.length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${block}\r\n\r\n`;
}
