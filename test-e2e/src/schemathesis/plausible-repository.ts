// Inserts stored artifacts into the repository service's contract as examples.
import {
  allowValues,
  type ContractNode,
  dropExamples,
  getSchemas,
  listBodies,
  offerToParameters,
} from './plausible-contract.ts';

export interface ExampleArtifacts {
  auid: string;
  uuids: readonly string[];
  urls: readonly string[];
}

const hindering = ['continuationToken', 'urlPrefix', 'resumeKey', 'page', 'showNumPages', 'version'];

export function addRepositoryExamples(
  contract: ContractNode,
  { auid, uuids, urls }: ExampleArtifacts,
): ContractNode {
  const copy = structuredClone(contract);
  const files = uuids.flatMap((uuid) => [`default:${uuid}.warc.gz`, `default:${uuid}.warc`]);
  const hosts = [...new Set(urls.map((url) => new URL(url).host))];
  dropExamples(copy, hindering);
  offerToParameters(copy, {
    uuid: uuids,
    auid: [auid],
    url: [...urls, ...hosts.map((host) => `*.${host}`)],
    urlPrefix: hosts.map((host) => `http://${host}/`),
    fileName: [...files, 'default.warc.gz', 'default.wacz', 'default.tar'],
    q: urls.flatMap((url) => {
      const token = `url:${encodeURIComponent(url)}`;
      return [token, `${token} type:prefixquery`, `limit:2 offset:1 date:2014 ${token}`];
    }),
  });
  const parts: Readonly<Record<string, readonly string[]>> = {
    artifactProps: urls.map((uri) => JSON.stringify({ auid, uri })),
    archive: urls.map(plainWarc),
  };
  for (const form of ['CreateArtifactForm', 'AddArtifactsForm']) {
    const { properties } = getSchemas(copy)[form] as { properties: Record<string, ContractNode> };
    for (const [name, schema] of Object.entries(properties)) {
      // Schemathesis sends a form field as a file only if its schema is just `format: binary`. For such a field, only
      // the example is changed.
      if (parts[name] && schema.format !== 'binary') properties[name] = allowValues(schema, parts[name]);
    }
  }
  for (const { example } of listBodies(copy) as { example?: ContractNode }[]) {
    for (const [name, values] of Object.entries(parts)) {
      if (example?.[name] !== undefined) example[name] = values[0];
    }
  }
  return copy;
}

/** Returns a WARC with one response record. */
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
