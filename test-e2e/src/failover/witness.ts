// Records what a repository has acknowledged and compares these records with the content of the repository. A request
// without a response may or may not have taken effect.
import { createHash } from 'node:crypto';
import { createRepositoryClient } from '@holdfast/client';
import { makeResponseRecord, type TestRepositoryClient } from '@holdfast/testkit';
import type { SeededRandom } from '../support/seeded.ts';

interface WitnessedArtifact {
  readonly uuid: string;
  readonly auid: string;
  readonly sha256: string;
  /** Last acknowledged value; undefined after a request without a response. */
  committed: boolean | undefined;
  isDeleted: boolean | undefined;
  /** Time at which the last change was acknowledged. */
  changedMs: number;
  isRead: boolean;
}

export interface WitnessReport {
  readonly artifacts: number;
  readonly deleted: number;
  /** Acknowledged changes that are lost, with the time at which they were acknowledged. */
  readonly lost: { readonly what: string; readonly changedMs: number }[];
}

const AUIDS = ['org|plugin&base_url~http%3A%2F%2Fa%2F', 'org|plugin&base_url~http%3A%2F%2Fb%2F'];

export class FailoverWitness {
  readonly #client: TestRepositoryClient;
  readonly #random: SeededRandom;
  readonly #artifacts: Map<string, WitnessedArtifact>;
  #pages = 0;

  /** Creates a witness, which starts with a copy of the records of `earlier` if that is given. */
  constructor(client: TestRepositoryClient, random: SeededRandom, earlier?: FailoverWitness) {
    this.#artifacts = new Map(earlier === undefined ? [] : earlier.#artifacts);
    this.#client = client;
    this.#random = random;
  }

  /** Imports some pages, each with a new URL. Rejects if the import is not acknowledged. */
  async crawl(): Promise<void> {
    const auid = this.#random.pick(AUIDS);
    const pages = Array.from({ length: 1 + this.#random.below(8) }, () => {
      const number = ++this.#pages;
      return { url: `http://www.example.org/page/${number}`, text: `page ${number} `.repeat(20) };
    });
    const records = pages.map(({ url, text }) =>
      makeResponseRecord(url, Buffer.from(text), '2020-02-20T20:20:20Z'),
    );
    const { status, statuses, body } = await this.#client.importArchive(Buffer.concat(records), { auid });
    if (status !== 200) throw new Error(`an import was answered with ${status} ${body}`);
    const texts = new Map(pages.map(({ url, text }) => [url, text]));
    for (const { status: verdict, artifactUuid, url, statusMessage } of statuses) {
      if (verdict !== 'OK') throw new Error(`a record was answered with ${verdict}: ${statusMessage}`);
      const sha256 = createHash('sha256').update(texts.get(url!)!).digest('hex');
      const changedMs = performance.now();
      const state = { committed: true, isDeleted: false, changedMs, isRead: false };
      this.#artifacts.set(artifactUuid!, { uuid: artifactUuid!, auid, sha256, ...state });
    }
  }

  /** Deletes, commits or uncommits a random artifact. Rejects if the change is not acknowledged. */
  async change(): Promise<void> {
    const there = [...this.#artifacts.values()].filter(
      ({ committed, isDeleted }) => committed !== undefined && isDeleted === false,
    );
    if (there.length === 0) return;
    const artifact = this.#random.pick(there);
    const path = `/artifacts/${artifact.uuid}`;
    if (this.#random.chance(0.3)) {
      artifact.isDeleted = undefined;
      await this.#sendRequest('DELETE', path);
      artifact.isDeleted = true;
    } else {
      const committed = !artifact.committed;
      artifact.committed = undefined;
      await this.#sendRequest('PUT', `${path}?committed=${committed}`);
      artifact.committed = committed;
    }
    artifact.changedMs = performance.now();
  }

  async #sendRequest(method: string, path: string): Promise<void> {
    const response = await fetch(`${this.#client.url}${path}`, {
      method,
      headers: { authorization: this.#client.authorization },
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status} ${body}`);
  }

  /**
   * Compares the repository with the recorded artifacts. Throws if an acknowledged artifact is missing or has other
   * content.
   */
  async compare(): Promise<WitnessReport> {
    const listed = await this.#list();
    const lost: WitnessReport['lost'] = [];
    let deleted = 0;
    for (const artifact of this.#artifacts.values()) {
      const { uuid, committed, isDeleted, changedMs } = artifact;
      const found = listed.get(uuid);
      if (isDeleted === true) deleted += 1;
      if (isDeleted === true && found !== undefined) lost.push({ what: `deletion of ${uuid}`, changedMs });
      if (isDeleted === false && found === undefined)
        throw new Error(`an acknowledged artifact is missing: ${JSON.stringify(artifact)}`);
      if (found === undefined) continue;
      if (isDeleted !== true && committed !== undefined && found.committed !== committed)
        lost.push({ what: `committed=${committed} of ${uuid}`, changedMs });
      if (!artifact.isRead) await this.#read(artifact);
      // The listing reveals the outcome of requests without a response.
      artifact.committed = found.committed;
      artifact.isDeleted = false;
    }
    return { artifacts: listed.size, deleted, lost };
  }

  async #list(): Promise<Map<string, { committed: boolean }>> {
    const calls = createRepositoryClient(this.#client.settings);
    const found = new Map<string, { committed: boolean }>();
    for (const auid of AUIDS)
      for await (const one of calls.artifacts({ auid, version: 'all', includeUncommitted: true }))
        found.set(one.uuid!, { committed: one.committed! });
    calls.close();
    return found;
  }

  async #read(artifact: WitnessedArtifact): Promise<void> {
    const path = `/artifacts/${artifact.uuid}/payload`;
    const payload = await this.#client.bytes(path, { includeContent: 'ALWAYS' });
    if (createHash('sha256').update(payload).digest('hex') !== artifact.sha256)
      throw new Error(`the content is another one: ${JSON.stringify(artifact)}`);
    artifact.isRead = true;
  }
}
