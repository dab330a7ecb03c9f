// Sends every GET operation in a service's OpenAPI document, with the example values of its parameters.

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly 'x-example-from'?: {
    readonly path: string;
    readonly value: readonly (string | number)[];
    readonly before?: string;
    readonly behind?: string;
  };
}
type ParameterReference = Parameter | { readonly $ref: string };
interface Item {
  readonly parameters?: readonly ParameterReference[];
  readonly get?: { readonly parameters?: readonly ParameterReference[] };
}
interface Document {
  readonly paths: Readonly<Record<string, Item>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

export interface DocumentedGetResponse {
  readonly url: string;
  readonly status: number;
  /** First characters of the body; empty if the status is 2xx. */
  readonly text: string;
}

export async function requestDocumentedGets(
  serviceUrl: string,
  user: string,
  password: string,
): Promise<DocumentedGetResponse[]> {
  const document = (await (await fetch(`${serviceUrl}/openapi.json`)).json()) as Document;
  const headers = { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  const read = async (path: string) => (await fetch(`${serviceUrl}${path}`, { headers })).json();
  const answers: DocumentedGetResponse[] = [];
  for (const [template, item] of Object.entries(document.paths)) {
    if (!item.get) continue;
    const url = new URL(serviceUrl);
    let path = template;
    for (const parameter of resolveParameters(document, item)) {
      const value = await findExample(parameter, read);
      if (value === undefined) continue;
      if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
      else if (parameter.in === 'query') url.searchParams.set(parameter.name, value);
    }
    const asked = `${serviceUrl}${path}${url.search}`;
    const answer = await fetch(asked, { headers });
    const text = await answer.text();
    answers.push({ url: asked, status: answer.status, text: answer.ok ? '' : text.slice(0, 300) });
  }
  return answers;
}

/** Returns the parameters of an operation, which override the parameters of its path. */
function resolveParameters({ components }: Document, { parameters = [], get }: Item): Parameter[] {
  const all = [...parameters, ...(get?.parameters ?? [])].map((one) =>
    '$ref' in one ? components.parameters[one.$ref.split('/').at(-1)!]! : one,
  );
  return [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()];
}

/** Returns a value that the service has, or the example of the contract if the service has none. */
async function findExample(
  parameter: Parameter,
  read: (path: string) => Promise<unknown>,
): Promise<string | undefined> {
  const from = parameter['x-example-from'];
  const found = from?.value.reduce(
    (within: unknown, step) => (within as Record<string, unknown> | undefined)?.[step],
    await read(from.path),
  );
  if (from && found !== undefined) return `${from.before ?? ''}${found}${from.behind ?? ''}`;
  return parameter.example === undefined ? undefined : String(parameter.example);
}
