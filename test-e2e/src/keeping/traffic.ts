// Continuous readers and writers during maintenance. Every read must return the expected content, and every write must
// succeed.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type RepositoryClient as Calls, createRepositoryClient } from '@holdfast/client';
import { makeResponseRecord, type TestRepositoryClient } from '@holdfast/testkit';
import type { SeededRandom } from '../support/seeded.ts';

export interface TrafficPlan {
  client: TestRepositoryClient;
  random: SeededRandom;
  namespace: string;
  readers: number;
  writers: number;
  /** Pause of each reader and writer between two requests, in milliseconds; default 15. */
  pauseMs?: number;
}

export interface TrafficArtifact {
  uuid: string;
  /** Digest of the payload, in lower-case hex. */
  sha256: string;
  committed: boolean;
  /** Whether the artifact was created individually instead of imported. */
  created: boolean;
  /** Whether its deletion has begun. */
  gone: boolean;
  /** Digest of each representation read so far, such as the HTTP response or the WARC record, by path. */
  forms: Map<string, string>;
}

export interface Traffic {
  /** All artifacts ever stored. */
  known: readonly TrafficArtifact[];
  reads(): number;
  /** Returns whether the traffic stopped because of a failure. */
  failed(): boolean;
  /** Stops the traffic. Throws the first failure. */
  stop(): Promise<void>;
}

const aus = ['traffic a', 'traffic b', 'traffic c'];
const date = '2020-02-20T20:20:20Z';

export function startTraffic(plan: TrafficPlan): Traffic {
  const traffic = new RunningTraffic(plan);
  const work = [
    ...Array.from({ length: plan.readers }, () => traffic.until((running) => running.read())),
    ...Array.from({ length: plan.writers }, (_, i) => traffic.until((running) => running.write(i))),
  ];
  return {
    known: traffic.known,
    reads: () => traffic.reads,
    failed: () => traffic.failure !== undefined,
    stop: async () => {
      traffic.stopped = true;
      await Promise.all(work);
      if (traffic.failure !== undefined) throw traffic.failure;
    },
  };
}

class RunningTraffic {
  readonly known: TrafficArtifact[] = [];
  reads = 0;
  stopped = false;
  failure: unknown;
  readonly #plan: TrafficPlan;
  readonly #calls: Calls;
  #written = 0;
  /** Artifacts that each writer may delete. */
  readonly #own: TrafficArtifact[][];

  constructor(plan: TrafficPlan) {
    this.#plan = plan;
    this.#calls = createRepositoryClient(plan.client.settings);
    this.#own = Array.from({ length: plan.writers }, () => []);
  }

  async until(step: (running: this) => Promise<void>): Promise<void> {
    while (!this.stopped && this.failure === undefined) {
      try {
        await step(this);
      } catch (error) {
        this.failure ??= error;
      }
      await sleep(this.#plan.pauseMs ?? 15);
    }
  }

  async read(): Promise<void> {
    const { random } = this.#plan;
    if (this.known.length === 0) return;
    const one = random.pick(this.known);
    if (one.gone) return;
    await readOneForm(this.#plan, one, random.below(3));
    this.reads += 1;
  }

  async write(writer: number): Promise<void> {
    const { random } = this.#plan;
    const own = this.#own[writer]!;
    const choice = random.below(10);
    const auid = random.pick(aus);
    if (choice < 4) this.#add(writer, await this.#create(auid));
    else if (choice < 6) for (const one of await this.#import(auid)) this.#add(writer, one);
    else if (own.length > 20) await this.#change(own, choice < 9);
  }

  #add(writer: number, one: TrafficArtifact): void {
    this.known.push(one);
    this.#own[writer]!.push(one);
  }

  #makeBody(): Buffer {
    return Buffer.concat([Buffer.from(`${this.#written++} `), this.#plan.random.bytes(600)]);
  }

  async #create(auid: string): Promise<TrafficArtifact> {
    const { namespace } = this.#plan;
    const body = this.#makeBody();
    const properties = { namespace, auid, uri: `http://traffic.example/${this.#written % 50}` };
    const httpResponseHeader = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n';
    const created = await this.#calls.create({ properties, httpResponseHeader, payload: body });
    if (created.isDuplicate) throw new Error(`there is one already: ${created.location}`);
    const uuid = created.artifact.uuid!;
    return { uuid, sha256: sha256(body), committed: false, created: true, gone: false, forms: new Map() };
  }

  /** Imports pages and a revisit of the first page. */
  async #import(auid: string): Promise<TrafficArtifact[]> {
    const { client, namespace } = this.#plan;
    const bodies = Array.from({ length: 3 }, () => this.#makeBody());
    const url = (i: number) => `http://traffic.example/imported/${this.#written}/${i}`;
    const pages = bodies.map((body, i) => makeResponseRecord(url(i), body, date));
    const archive = Buffer.concat(
      [...pages, makeRevisitRecord(url(3), url(0))].map((record) => gzipSync(record)),
    );
    const { statuses } = await client.importArchive(archive, { auid, namespace, storeDuplicate: true });
    if (statuses.length !== 4) throw new Error(`an import was answered with ${JSON.stringify(statuses)}`);
    return statuses.map(({ status, artifactUuid }, i) => {
      if (status !== 'OK') throw new Error(`an import was answered with ${JSON.stringify(statuses)}`);
      const payload = sha256(bodies[i] ?? bodies[0]!);
      const uuid = artifactUuid!;
      return { uuid, sha256: payload, committed: true, created: false, gone: false, forms: new Map() };
    });
  }

  async #change(own: TrafficArtifact[], deletes: boolean): Promise<void> {
    const { random, namespace } = this.#plan;
    const at = random.below(own.length);
    const one = own[at]!;
    if (deletes) {
      one.gone = true;
      own.splice(at, 1);
      await this.#calls.deleteArtifact({ uuid: one.uuid, namespace });
    } else {
      await this.#calls.updateArtifact({ uuid: one.uuid, namespace, body: { committed: true } });
      one.committed = true;
    }
  }
}

/**
 * Reads the artifact in the representation `form`. Throws if the content differs from the expected content, unless the
 * artifact was deleted in the meantime.
 */
export async function readOneForm(
  { client, namespace }: Pick<TrafficPlan, 'client' | 'namespace'>,
  one: TrafficArtifact,
  form: number,
): Promise<void> {
  const paths = [
    `/artifacts/${one.uuid}/payload?namespace=${namespace}`,
    `/artifacts/${one.uuid}/response?namespace=${namespace}`,
    `/replay/warcs/${namespace}:${one.uuid}.warc.gz`,
  ] as const;
  const path = paths[form]!;
  const bytes = await client.bytes(path).catch((error: unknown) => {
    if (one.gone && / 404 /.test(String(error))) return undefined;
    throw error;
  });
  if (!bytes) return;
  const digest = sha256(bytes);
  const expected = form === 0 ? one.sha256 : (one.forms.get(path) ?? digest);
  one.forms.set(path, expected);
  if (digest !== expected) throw new Error(`GET ${path}: other bytes than before`);
}

function makeRevisitRecord(url: string, of: string): Buffer {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n';
  return Buffer.from(
    [
      'WARC/1.1',
      'WARC-Type: revisit',
      `WARC-Record-ID: <urn:uuid:${crypto.randomUUID()}>`,
      'WARC-Date: 2021-01-01T00:00:00Z',
      `WARC-Target-URI: ${url}`,
      'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
      `WARC-Refers-To-Target-URI: ${of}`,
      `WARC-Refers-To-Date: ${date}`,
      'Content-Type: application/http; msgtype=response',
      `Content-Length: ${head.length}`,
      '',
      `${head}\r\n\r\n`,
    ].join('\r\n'),
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
