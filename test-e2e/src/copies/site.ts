// Captures of the drill: those that exist from the start and those that writers may add. Urlkeys are listed
// here next to their URLs, independent of the service's own canonicalization.
import { gzipSync } from 'node:zlib';
import { type RepositoryClient, responseRecord } from '@holdfast/testkit';
import type { Seeded } from '../support/seeded.ts';
import type { Model, TrackedCapture } from './model.ts';

const BEFORE_MS = Date.UTC(2019, 0, 1);
const AFTER_MS = Date.UTC(2021, 0, 1);
const PAGES = 20;
const TIMES = 5;
const RECORDS_PER_IMPORT = 2_000;
/** Number of hosts with writes. Captures of all other hosts do not change. */
const BUSY_HOSTS = 24;
const BUSY_PAGES = 12;

export class Site {
  readonly #model: Model;
  readonly #random: Seeded;
  #made = 0;

  constructor(model: Model, random: Seeded) {
    this.#model = model;
    this.#random = random;
  }

  /** Imports at least `count` captures and checks that all were stored. */
  async fill(client: RepositoryClient, count: number): Promise<void> {
    const hosts = Math.max(BUSY_HOSTS, Math.ceil(count / PAGES / TIMES));
    const captures = Array.from({ length: hosts * PAGES * TIMES }, (_, at) => {
      const [host, page] = [Math.floor(at / PAGES / TIMES), Math.floor(at / TIMES) % PAGES];
      return this.#capture(host, page, BEFORE_MS + at * 1_000);
    });
    for (let at = 0; at < captures.length; at += RECORDS_PER_IMPORT) {
      const some = captures.slice(at, at + RECORDS_PER_IMPORT);
      const changes = some.map((capture) => this.#model.begin(capture, true));
      const { statuses, body } = await client.importArchive(buildCaptureArchive(some).bytes, {
        auid: `filled ${at}`,
      });
      const stored = statuses.filter(({ status }) => status === 'OK').length;
      if (stored !== some.length) throw new Error(`${stored} of ${some.length} were stored: ${body}`);
      for (const change of changes) this.#model.end(change);
    }
  }

  /** Creates captures of one or two hosts, as an import would contain them. They are not shown yet. */
  newCaptures(count: number): TrackedCapture[] {
    const hosts = [this.#random.below(BUSY_HOSTS), this.#random.below(BUSY_HOSTS)];
    return Array.from({ length: count }, () =>
      this.#capture(
        this.#random.pick(hosts),
        this.#random.below(BUSY_PAGES),
        AFTER_MS + this.#made++ * 1_000,
      ),
    );
  }

  /** Picks a host that writers may use. */
  busyHost(): string {
    return keyOfHost(this.#random.below(BUSY_HOSTS));
  }

  #capture(host: number, page: number, ms: number): TrackedCapture {
    const url = `http://host${host}.example.org/page/${page}`;
    return this.#model.capture(url, `${keyOfHost(host)})/page/${page}`, ms);
  }
}

export interface Archive {
  readonly bytes: Buffer;
  /** Captures by their offset in the archive. */
  readonly captures: ReadonlyMap<number, TrackedCapture>;
}

export function buildCaptureArchive(captures: readonly TrackedCapture[]): Archive {
  const members: Buffer[] = [];
  const beginning = new Map<number, TrackedCapture>();
  let offset = 0;
  for (const capture of captures) {
    const { url, collectionMs } = capture;
    const record = responseRecord(
      url,
      Buffer.from(makeContent(collectionMs)),
      new Date(collectionMs).toISOString(),
    );
    const member = gzipSync(record, { level: 1 });
    beginning.set(offset, capture);
    members.push(member);
    offset += member.length;
  }
  return { bytes: Buffer.concat(members), captures: beginning };
}

/** Returns unique content for each time. */
export const makeContent = (collectionMs: number): string => `captured at ${collectionMs}`;

const keyOfHost = (host: number): string => `org,example,host${host}`;
