// Sends requests to the API server of a Kubernetes cluster.
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Manifest } from './manifests.ts';

export interface ClusterAccess {
  readonly url: string;
  /** Certificate of the API server, in PEM format. */
  readonly certificate: string;
  readonly token: string;
}

export interface ClusterResponse {
  readonly status: number;
  readonly body: Manifest;
  /** `Warning` headers, for example about deprecated fields and about pods that the API server will refuse. */
  readonly warnings: string;
}

const WAIT_TIMEOUT_MS = 60_000;

/** Waits until the condition holds. Rejects after the timeout. */
export async function waitFor(
  what: string,
  condition: () => Promise<boolean>,
  timeoutMs = WAIT_TIMEOUT_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what}: not there after ${timeoutMs} ms`);
    await sleep(50);
  }
}

export class ClusterClient {
  readonly #access: ClusterAccess;
  readonly #resources = new Map<string, readonly Manifest[]>();

  constructor(access: ClusterAccess) {
    this.#access = access;
  }

  /** Sends a request with a JSON body. */
  send(
    method: string,
    path: string,
    body?: unknown,
    contentType = 'application/json',
  ): Promise<ClusterResponse> {
    const { url, certificate, token } = this.#access;
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': contentType }),
    };
    return new Promise((resolve, reject) => {
      const options = { method, headers, ca: certificate, agent: false, timeout: WAIT_TIMEOUT_MS } as const;
      const sent = request(new URL(path, url), options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('error', reject).once('end', () => {
          const isJson = response.headers['content-type']?.startsWith('application/json');
          resolve({
            status: response.statusCode!,
            body: isJson ? JSON.parse(text) : text,
            warnings: String(response.headers.warning ?? ''),
          });
        });
      });
      sent.once('timeout', () => sent.destroy(new Error(`${method} ${path}: no response`)));
      sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Applies an object on the server, as `kubectl apply --server-side --validate=strict` does. */
  async apply(object: Manifest, options: { readonly dryRun?: boolean } = {}): Promise<ClusterResponse> {
    const query = new URLSearchParams({ fieldManager: 'judge', fieldValidation: 'Strict' });
    if (options.dryRun) query.set('dryRun', 'All');
    const path = await this.findPath(object);
    return this.send('PATCH', `${path}?${query}`, object, 'application/apply-patch+yaml');
  }

  /** Returns the current state of an object. */
  async read(object: Manifest): Promise<Manifest> {
    return (await this.send('GET', await this.findPath(object))).body;
  }

  /** Returns the objects of a kind in a namespace. */
  async list(apiVersion: string, kind: string, namespace: string): Promise<Manifest[]> {
    const path = await this.findPath({ apiVersion, kind, metadata: { name: '', namespace } });
    return (await this.send('GET', path.replace(/\/$/, ''))).body.items;
  }

  /** Returns whether the API server serves the kind of an object. */
  async serves(object: Manifest): Promise<boolean> {
    return this.findPath(object).then(
      () => true,
      () => false,
    );
  }

  /** Returns the path of an object. Rejects if the API server does not serve its kind. */
  async findPath({ apiVersion, kind, metadata }: Manifest): Promise<string> {
    const prefix = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const isWanted = (one: Manifest) => one.kind === kind;
    const resource =
      this.#resources.get(prefix)?.find(isWanted) ?? (await this.#listResources(prefix)).find(isWanted);
    if (resource === undefined) throw new Error(`The API server does not serve ${apiVersion} ${kind}.`);
    const scope = resource.namespaced ? `/namespaces/${metadata.namespace}` : '';
    return `${prefix}${scope}/${resource.name}/${metadata.name}`;
  }

  async #listResources(prefix: string): Promise<readonly Manifest[]> {
    const { status, body } = await this.send('GET', prefix);
    if (status !== 200) return [];
    const resources = body.resources.filter(({ name }: Manifest) => !name.includes('/'));
    this.#resources.set(prefix, resources);
    return resources;
  }
}
