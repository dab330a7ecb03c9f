// Writers: imports, creates, commits, uncommits, deletes, and commits of whole AUs, in bursts with pauses. A
// change without a successful answer may or may not have taken effect, so its artifacts are not used again.
import { setTimeout as sleep } from 'node:timers/promises';
import { queryString, type RepositoryClient, type SqlByHand } from '@holdfast/testkit';
import type { Seeded } from '../support/seeded.ts';
import { changeByHand, type StoredCapture } from './by-hand.ts';
import type { Change, Model, TrackedCapture } from './model.ts';
import type { Replica } from './replicas.ts';
import { buildCaptureArchive, makeContent, type Site } from './site.ts';

export interface WritersDeps {
  readonly model: Model;
  readonly sql: SqlByHand;
  readonly site: Site;
  readonly replicas: readonly Replica[];
  readonly random: Seeded;
  /** Reads back a change that was just acknowledged. Never rejects. */
  readBack(capture: TrackedCapture): Promise<void>;
}

/** Leases are taken again after this long without writes. */
const CALM_MS = 5_000;
const LONGEST_ATTEMPT_MS = 60_000;
const AUS = 6;

export class Writers {
  readonly #deps: WritersDeps;
  /** Artifacts that are not being changed. */
  readonly #stored: StoredCapture[] = [];
  #aus = 0;
  acknowledged = 0;
  refused = 0;
  longestWaitMs = 0;

  constructor(deps: WritersDeps) {
    this.#deps = deps;
  }

  /** Rejects if a write fails for a reason that no fault explains. */
  async run(signal: AbortSignal): Promise<void> {
    const { random } = this.#deps;
    while (!signal.aborted) {
      await Promise.all(Array.from({ length: 1 + random.below(4) }, () => this.#burst(signal)));
      const isCalm = random.chance(0.6);
      const pauseMs = isCalm ? CALM_MS + random.below(3_000) : random.below(1_500);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (isCalm && !signal.aborted) await this.#first();
    }
  }

  /** Takes up to `count` idle artifacts; return them with give(). */
  take(count: number): StoredCapture[] {
    const { random } = this.#deps;
    const taken: StoredCapture[] = [];
    while (taken.length < count && this.#stored.length > 0)
      taken.push(...this.#stored.splice(random.below(this.#stored.length), 1));
    return taken;
  }

  give(...stored: StoredCapture[]): void {
    this.#stored.push(...stored);
  }

  async #burst(signal: AbortSignal): Promise<void> {
    const { random } = this.#deps;
    for (let acts = 1 + random.below(5); acts > 0 && !signal.aborted; acts--) {
      await this.#act();
      await sleep(random.below(150));
    }
  }

  /** Makes a single change while leases are held, so that readers learn of no other change in the meantime. */
  async #first(): Promise<void> {
    const { sql, model, random } = this.#deps;
    for (const one of this.take(1)) {
      if (random.chance(0.5)) await this.#setCommitted(one, !one.isCommitted);
      else {
        await this.#timed(async () => {
          this.give(...(await changeByHand({ sql, model }, [one], { heldMs: 0, ending: 'commit' })));
          return true;
        });
        await this.#deps.readBack(one.capture);
      }
    }
  }

  async #act(): Promise<void> {
    const { random } = this.#deps;
    const share = random.share();
    const [one] = share < 0.5 ? this.take(1) : [];
    if (one) await (random.chance(0.3) ? this.#delete(one) : this.#setCommitted(one, !one.isCommitted));
    else if (share < 0.7) await this.#import();
    else if (share < 0.85) await this.#create(`created ${random.below(AUS)}`, 1);
    else await this.#wholeAu();
  }

  async #import(): Promise<void> {
    const { model, site, random } = this.#deps;
    const archive = buildCaptureArchive(site.newCaptures(1 + random.below(12)));
    const changes = new Map(
      [...archive.captures].map(([offset, one]) => [
        offset,
        { capture: one, change: model.begin(one, true) },
      ]),
    );
    await this.#timed(async (client) => {
      const { status } = await client.importArchive(archive.bytes, {
        auid: `imported ${random.below(AUS)}`,
        storeDuplicate: true,
        signal: AbortSignal.timeout(LONGEST_ATTEMPT_MS),
        onStatus: ({ status, offset, artifactUuid }) => {
          const found = changes.get(Number(offset));
          if (status !== 'OK' || !found) return;
          this.#end(found.capture, found.change);
          this.give({ capture: found.capture, uuid: artifactUuid!, isCommitted: true });
        },
      });
      return status === 200;
    });
  }

  async #create(auid: string, count: number): Promise<void> {
    this.give(...(await this.#created(auid, count)));
  }

  /** Returns the artifacts that the service reported as stored. */
  async #created(auid: string, count: number): Promise<StoredCapture[]> {
    const created: StoredCapture[] = [];
    const create = async (capture: TrackedCapture) => {
      const { url: uri, collectionMs: collectionDate } = capture;
      const form = new FormData();
      form.set('artifactProps', JSON.stringify({ auid, uri, collectionDate }));
      form.set('httpResponseHeader', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
      form.set('payload', new Blob([makeContent(collectionDate)]), 'payload');
      await this.#timed(async (client) => {
        const { status, body } = await send(client, 'POST', '/artifacts', form);
        if (status !== 201) return false;
        created.push({ capture, uuid: (JSON.parse(body) as { uuid: string }).uuid, isCommitted: false });
        return true;
      });
    };
    await Promise.all(this.#deps.site.newCaptures(count).map(create));
    return created;
  }

  async #wholeAu(): Promise<void> {
    const created = await this.#created(`whole ${++this.#aus}`, 2 + this.#deps.random.below(6));
    await Promise.all(created.map((one) => this.#setCommitted(one, true)));
  }

  async #setCommitted({ capture, uuid }: StoredCapture, isCommitted: boolean): Promise<void> {
    const change = this.#deps.model.begin(capture, isCommitted);
    await this.#timed(async (client) => {
      const path = `/artifacts/${uuid}${queryString({ committed: isCommitted })}`;
      const { status } = await send(client, 'PUT', path);
      if (status !== 200) return false;
      this.#end(capture, change);
      this.give({ capture, uuid, isCommitted });
      return true;
    });
  }

  async #delete({ capture, uuid }: StoredCapture): Promise<void> {
    const change = this.#deps.model.begin(capture, false);
    await this.#timed(async (client) => {
      const { status } = await send(client, 'DELETE', `/artifacts/${uuid}`);
      if (status === 200) this.#end(capture, change);
      return status === 200;
    });
  }

  #end(capture: TrackedCapture, change: Change): void {
    this.#deps.model.end(change);
    void this.#deps.readBack(capture);
  }

  async #timed(ask: (client: RepositoryClient) => Promise<boolean>): Promise<void> {
    const { random, replicas } = this.#deps;
    const begunMs = performance.now();
    const isWell = await ask(random.pick(replicas).server.client).catch(() => false);
    if (!isWell) {
      this.refused++;
      return;
    }
    this.acknowledged++;
    this.longestWaitMs = Math.max(this.longestWaitMs, performance.now() - begunMs);
  }
}

async function send(
  { url, authorization }: RepositoryClient,
  method: string,
  path: string,
  body?: FormData,
): Promise<{ status: number; body: string }> {
  const signal = AbortSignal.timeout(LONGEST_ATTEMPT_MS);
  const request = { method, headers: { authorization }, redirect: 'manual', signal } as const;
  const answer = await fetch(`${url}${path}`, body ? { ...request, body } : request);
  return { status: answer.status, body: await answer.text() };
}
