// Makes random changes to a repository and records everything that it has acknowledged, which must not be lost later.
import { createHash } from 'node:crypto';
import { makeResponseRecord, type TestRepositoryClient } from '@holdfast/testkit';
import type { SeededRandom } from '../support/seeded.ts';

export interface AcknowledgedArtifact {
  readonly uuid: string;
  readonly auid: string;
  readonly url: string;
  readonly sha256: string;
  committed: boolean;
  deleted: boolean;
  /**
   * True if the artifact's journal line may not have reached the store before the database was lost. In this case, a
   * rebuild assigns a version number to the artifact.
   */
  readonly unshipped: boolean;
}

const AUIDS = ['org|plugin&base_url~http%3A%2F%2Fa%2F', 'org|plugin&base_url~http%3A%2F%2Fb%2F'];
const PAGES = 25;

export class IndexModel {
  /** Artifacts in the order of their acknowledgement. */
  readonly artifacts = new Map<string, AcknowledgedArtifact>();
  readonly #random: SeededRandom;
  #contents = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** Imports some pages. Some pages have the same content as earlier pages. */
  async crawl(client: TestRepositoryClient, { unshipped = false } = {}): Promise<AcknowledgedArtifact[]> {
    const auid = this.#random.pick(AUIDS);
    const count = 1 + this.#random.below(12);
    const pages = new Map(
      Array.from({ length: count }, () => [this.#random.below(PAGES), this.#makeContent()] as const),
    );
    const records = [...pages].map(([page, content]) =>
      makeResponseRecord(urlOf(page), Buffer.from(content), '2020-02-20T20:20:20Z'),
    );
    const { status, statuses, body } = await client.importArchive(Buffer.concat(records), { auid });
    if (status !== 200) throw new Error(`an import was answered with ${status} ${body}`);
    const contents = new Map([...pages].map(([page, content]) => [urlOf(page), content]));
    const stored = statuses.flatMap(({ status: verdict, artifactUuid: uuid, url }) =>
      verdict === 'OK' ? [{ uuid: uuid!, url: url! }] : [],
    );
    return stored.map(({ uuid, url }) => {
      const sha256 = createHash('sha256').update(contents.get(url)!).digest('hex');
      const artifact = { uuid, auid, url, sha256, committed: true, deleted: false, unshipped };
      this.artifacts.set(uuid, artifact);
      return artifact;
    });
  }

  #makeContent(): string {
    // Gives about every fifth page one of five fixed contents, so that contents repeat.
    const number = this.#random.chance(0.2) ? this.#random.below(5) : this.#contents++ + 100;
    return `page ${number} `.repeat(20);
  }

  /** Deletes, commits and uncommits some of the given artifacts. */
  async change(client: TestRepositoryClient, of: readonly AcknowledgedArtifact[]): Promise<void> {
    for (const artifact of of) {
      if (artifact.deleted) continue;
      const path = `/artifacts/${artifact.uuid}`;
      if (this.#random.chance(0.15)) {
        await sendCheckedRequest(client, 'DELETE', path);
        artifact.deleted = true;
      } else if (this.#random.chance(0.2)) {
        const committed = !artifact.committed;
        await sendCheckedRequest(client, 'PUT', `${path}?committed=${committed}`);
        artifact.committed = committed;
      }
    }
  }

  /** Returns random artifacts that still exist. */
  some(count: number): AcknowledgedArtifact[] {
    const there = [...this.artifacts.values()].filter(({ deleted }) => !deleted);
    return Array.from({ length: Math.min(count, there.length) }, () => this.#random.pick(there));
  }
}

function urlOf(page: number): string {
  return `http://www.example.org/page/${page}`;
}

async function sendCheckedRequest(client: TestRepositoryClient, method: string, path: string): Promise<void> {
  const response = await fetch(`${client.url}${path}`, {
    method,
    headers: { authorization: client.authorization },
  });
  if (!response.ok)
    throw new Error(`${method} ${path} was answered with ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
