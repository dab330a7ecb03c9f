// Runs clients of every kind concurrently: short and long imports, creates, commits, reads, listings, CDX, and reads
// and writes of the configuration. Each response must reflect everything that was acknowledged before its request was
// sent.
import { setTimeout as sleep } from 'node:timers/promises';
import { addCleanup, type ImportStatus } from '@holdfast/testkit';
import { formatAuPath } from '../support/config-client.ts';
import { createRandomFromSeed, type SeededRandom } from '../support/seeded.ts';
import { type AcknowledgedWrites, listAllArtifacts, type StoredPage } from './acknowledged-writes.ts';
import type { ClientRequest, ClientResponse, PatientClient } from './patient-client.ts';
import {
  hashSha256,
  makeCdxRequest,
  makeCommitRequest,
  makeCreateRequest,
  makeGetRequest,
  makeImportRequest,
  makeJsonRequest,
  makePayloadRequest,
} from './requests.ts';

export const loadRequestKinds = [
  'create',
  'import',
  'long import',
  'read',
  'list',
  'cdx',
  'configure',
  'read configuration',
] as const;
export type LoadRequestKind = (typeof loadRequestKinds)[number];

export interface LoadPlan {
  readonly repository: PatientClient;
  readonly config: PatientClient;
  readonly ledger: AcknowledgedWrites;
  /** Number of concurrent clients of each kind. */
  readonly clients: Partial<Record<LoadRequestKind, number>>;
  /** Pause of each client between two requests, in milliseconds. */
  readonly pauseMs: number;
  readonly longImportMs: number;
  /** Becomes part of the AUIDs, to distinguish them from the AUIDs of other loads that share `ledger`. */
  readonly name: string;
}

export interface LoadFailure {
  readonly kind: LoadRequestKind;
  readonly afterMs: number;
  readonly tookMs: number;
  /**
   * Status of the response, or 0 if the connection was cut. The status is 200 even if an import stopped halfway or the
   * response had wrong content.
   */
  readonly status: number;
  readonly words: string;
  readonly headers: ClientResponse['headers'];
}

export interface ReplicaLoad {
  readonly failures: readonly LoadFailure[];
  readonly done: Readonly<Record<LoadRequestKind, number>>;
  /** Stops the clients. Resolves when their pending requests have finished. */
  stop(): Promise<void>;
}

const pagesPerAu = 12;
const recordsPerImport = 8;

export function startLoad(plan: LoadPlan): ReplicaLoad {
  const run = new Run(plan);
  const clients = loadRequestKinds.flatMap((kind) =>
    Array.from({ length: plan.clients[kind] ?? 0 }, (_, i) => run.client(kind, i)),
  );
  addCleanup(() => {
    run.stopped = true;
  });
  return {
    failures: run.failures,
    done: run.done,
    stop: async () => {
      run.stopped = true;
      await Promise.all(clients);
    },
  };
}

/** Error for a response with an unexpected status or content. */
class UnexpectedResponseError extends Error {
  readonly answer: ClientResponse;
  constructor(answer: ClientResponse, words = answer.text) {
    super(words.slice(0, 400));
    this.answer = answer;
  }
}

class Run {
  readonly failures: LoadFailure[] = [];
  readonly done = Object.fromEntries(loadRequestKinds.map((kind) => [kind, 0])) as Record<
    LoadRequestKind,
    number
  >;
  stopped = false;
  readonly #plan: LoadPlan;
  readonly #random: SeededRandom = createRandomFromSeed(7);
  readonly #begunMs = performance.now();

  constructor(plan: LoadPlan) {
    this.#plan = plan;
  }

  async client(kind: LoadRequestKind, number: number): Promise<void> {
    const steps: Record<LoadRequestKind, () => Promise<void>> = {
      create: () => this.#create(),
      import: () => this.#import(0),
      'long import': () => this.#import(this.#plan.longImportMs),
      read: () => this.#read(),
      list: () => this.#list(),
      cdx: () => this.#cdx(),
      configure: () => this.#configure(number),
      'read configuration': () => this.#readConfiguration(),
    };
    while (!this.stopped) {
      const begun = performance.now();
      try {
        await steps[kind]();
        this.done[kind] += 1;
      } catch (error) {
        this.#recordFailure(kind, error as Error, performance.now() - begun);
        await sleep(200);
      }
      await sleep(this.#plan.pauseMs);
    }
  }

  #recordFailure(kind: LoadRequestKind, error: Error & { code?: string }, tookMs: number): void {
    const { status = 0, headers = {} } = error instanceof UnexpectedResponseError ? error.answer : {};
    const words = error.message || String(error.code ?? error);
    this.failures.push({ kind, status, headers, words, tookMs, afterMs: performance.now() - this.#begunMs });
  }

  #makePageFactory() {
    const { name, ledger } = this.#plan;
    const auid = `${name} ${this.#random.below(4)}`;
    return { auid, of: (uri: string) => ledger.page(auid, uri, 500 + this.#random.below(6_000)) };
  }

  #makeUri(auid: string): string {
    return `http://${encodeURIComponent(auid).toLowerCase()}.example.org/${this.#random.below(pagesPerAu)}`;
  }

  async #create(): Promise<void> {
    const { repository, ledger } = this.#plan;
    const { auid, of } = this.#makePageFactory();
    const page = of(this.#makeUri(auid));
    const created = JSON.parse(await requestText(repository, makeCreateRequest(page), 201)) as {
      uuid: string;
      version: number;
    };
    ledger.acknowledge(page, created, false);
    const one = ledger.stored.at(-1)!;
    if (this.#random.chance(0.5)) return;
    await requestText(repository, makeCommitRequest(created.uuid), 200);
    one.committed = true;
  }

  async #import(sendMs: number): Promise<void> {
    const { repository, ledger } = this.#plan;
    const { auid, of } = this.#makePageFactory();
    const pages = Array.from({ length: recordsPerImport }, () => of(this.#makeUri(auid)));
    const answer = await repository.ask(makeImportRequest(pages, sendMs));
    if (answer.status !== 200) throw new UnexpectedResponseError(answer);
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ImportStatus);
    const stored = lines.filter(({ status }) => status === 'OK');
    for (const { artifactUuid, version, digest, url } of stored) {
      const page = pages.find(({ sha256 }) => digest === `SHA-256:${sha256}`);
      if (page?.uri !== url)
        throw new UnexpectedResponseError(answer, `another record was acknowledged: ${url} ${digest}`);
      ledger.acknowledge(page!, { uuid: artifactUuid!, ...(version !== undefined && { version }) }, true);
    }
    if (stored.length < pages.length) throw new UnexpectedResponseError(answer, JSON.stringify(lines.at(-1)));
  }

  async #read(): Promise<void> {
    const one = this.#pickStoredPage();
    if (!one) return;
    const answer = await this.#plan.repository.ask(makePayloadRequest(one.uuid));
    if (answer.status !== 200) throw new UnexpectedResponseError(answer);
    if (hashSha256(answer.bytes) !== one.sha256)
      throw new UnexpectedResponseError(answer, `other bytes of ${one.uuid}`);
  }

  /** Lists all pages, each from any replica. Everything stored before the listing must appear exactly once. */
  async #list(): Promise<void> {
    const one = this.#pickStoredPage();
    if (!one) return;
    const before = this.#plan.ledger.stored.filter(({ auid }) => auid === one.auid).map(({ uuid }) => uuid);
    const pages = await listAllArtifacts(requireStatusOk(this.#plan.repository), one.auid, 60);
    const listed = pages.map(({ uuid }) => uuid);
    const there = new Set(listed);
    const missing = before.filter((uuid) => !there.has(uuid));
    if (missing.length > 0) throw new Error(`a listing left out ${missing.join(', ')}`);
    if (there.size < listed.length) throw new Error(`a listing of ${one.auid} names an artifact twice`);
  }

  async #cdx(): Promise<void> {
    const one = this.#pickStoredPage();
    if (!one) return;
    const before = this.#plan.ledger.stored.filter(
      ({ uri, committed }) => committed && uri === one.uri,
    ).length;
    const answer = await this.#plan.repository.ask(makeCdxRequest(one.uri));
    if (answer.status !== 200 && answer.status !== 404) throw new UnexpectedResponseError(answer);
    const lines = answer.status === 200 ? answer.text.split('\n') : [];
    const captures = lines.filter((line) => line !== '').length;
    if (captures < before)
      throw new Error(`${captures} captures of ${one.uri}, of which ${before} were stored`);
  }

  #pickStoredPage(): StoredPage | undefined {
    const { stored } = this.#plan.ledger;
    return stored.length === 0 ? undefined : this.#random.pick(stored);
  }

  /**
   * Writes the state of the client's own AU, and sometimes adds a peer to the agreements of an AU that all clients
   * share.
   */
  async #configure(number: number): Promise<void> {
    const { config, ledger, name } = this.#plan;
    const handle = (which: string) =>
      `org|lockss|plugin|NamedPlugin&handle~${name.replaceAll(' ', '')}${which}`;
    const path = formatAuPath('austates', handle(String(number)));
    let written = ledger.states.get(path);
    if (!written) {
      for (const auId of [handle(String(number)), handle('all')]) {
        const value = { auId, auConfig: { handle: auId.replace(/^.*~/, '') } };
        await requestText(config, makeJsonRequest('PUT', formatAuPath('aus', auId), value), 200);
      }
      written = { acknowledged: 0, sent: 0 };
    }
    const value = written.sent + 1;
    written.sent = value;
    await requestText(config, makeJsonRequest('PATCH', path, { lastCrawlTime: value }), 200);
    written.acknowledged = value;
    ledger.states.set(path, written);
    if (value % 5 === 1) await this.#addPeer(formatAuPath('auagreements', handle('all')), number, value);
  }

  async #addPeer(path: string, number: number, value: number): Promise<void> {
    const { config, ledger } = this.#plan;
    const peer = `TCP:[192.0.${number}.${1 + (value % 250)}]:${9_000 + Math.floor(value / 250)}`;
    const map = { POR: { percentAgreement: 0.5, percentAgreementTime: value } };
    await requestText(config, makeJsonRequest('PATCH', path, { rawMap: { [peer]: { id: peer, map } } }), 200);
    const peers = ledger.peers.get(path) ?? new Set();
    ledger.peers.set(path, peers.add(peer));
  }

  async #readConfiguration(): Promise<void> {
    const { config, ledger } = this.#plan;
    if (ledger.states.size === 0) return;
    const [path, written] = this.#random.pick([...ledger.states]);
    const before = written.acknowledged;
    const { lastCrawlTime } = JSON.parse(await requestText(config, makeGetRequest(path), 200)) as {
      lastCrawlTime: number;
    };
    if (lastCrawlTime < before) throw new Error(`${path}: ${lastCrawlTime}, but ${before} was acknowledged`);
  }
}

async function requestText(client: PatientClient, ask: ClientRequest, wanted: number): Promise<string> {
  const answer = await client.ask(ask);
  if (answer.status !== wanted) throw new UnexpectedResponseError(answer);
  return answer.text;
}

/** Returns a client that treats every status except 200 as a failure. */
function requireStatusOk(client: PatientClient): PatientClient {
  const ask = async (request: ClientRequest) => {
    const answer = await client.ask(request);
    if (answer.status !== 200) throw new UnexpectedResponseError(answer);
    return answer;
  };
  return { ...client, ask };
}
