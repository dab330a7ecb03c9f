// Readers: many at once at both replicas, without a pause, mostly of captures just written. Each answer is
// compared with the model; refusals during faults are counted.
import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEndOfFile, queryString } from '@holdfast/testkit';
import type { Seeded } from '../support/seeded.ts';
import type { Model, TrackedCapture } from './model.ts';
import { closest, domain, exact, judge, prefix, type Question } from './questions.ts';
import type { Replica } from './replicas.ts';
import type { Site } from './site.ts';

export interface ReadersDeps {
  readonly model: Model;
  readonly site: Site;
  readonly replicas: readonly Replica[];
  readonly random: Seeded;
}

const LONGEST_ANSWER_MS = 30_000;
const AFTER_REFUSAL_MS = 200;
const DAY_MS = 86_400_000;
/** Maximum number of differences to report. */
const MOST_DIFFERENCES = 1_000;

export class Readers {
  readonly #deps: ReadersDeps;
  readonly #agent = new Agent({ keepAlive: true });
  readonly differences: string[] = [];
  answered = 0;
  refused = 0;

  constructor(deps: ReadersDeps) {
    this.#deps = deps;
    atEndOfFile(() => this.#agent.destroy());
  }

  /** Runs `atEach` readers at each replica. Resolves after the signal has aborted. */
  async run(atEach: number, signal: AbortSignal): Promise<void> {
    const readers = this.#deps.replicas.flatMap((replica) =>
      Array.from({ length: atEach }, async () => {
        while (!signal.aborted) {
          if (!(await this.ask(replica, this.#question()))) await sleep(AFTER_REFUSAL_MS);
        }
      }),
    );
    await Promise.all(readers);
  }

  /** Asks both replicas twice, to reach several of their workers. */
  async readBack(capture: TrackedCapture): Promise<void> {
    const twice = [...this.#deps.replicas, ...this.#deps.replicas];
    await Promise.all(twice.map((replica) => this.ask(replica, exact(capture))));
  }

  /** Returns true if the replica answered, correctly or not. */
  async ask(replica: Replica, question: Question): Promise<boolean> {
    const { model } = this.#deps;
    const [askedAt, askedMs] = [model.tick(), performance.now()];
    const lines = await this.#linesOf(replica, question).catch(() => undefined);
    if (!lines) {
      this.refused++;
      return false;
    }
    this.answered++;
    const asked = { of: replica.name, askedAt, askedMs, answeredAt: model.tick() };
    const wrong = judge(model, question, asked, lines);
    if (this.differences.length < MOST_DIFFERENCES) this.differences.push(...wrong);
    return true;
  }

  #question(): Question {
    const { random, site } = this.#deps;
    const capture = this.#capture();
    const share = random.share();
    if (share < 0.45) return exact(capture);
    if (share < 0.65) {
      const ms = capture.collectionMs + (random.below(5) - 2) * (random.chance(0.5) ? DAY_MS : 1_000);
      return closest(capture, ms, 1 + random.below(4));
    }
    const limit = random.chance(0.75) ? 1 + random.below(40) : undefined;
    if (share < 0.85) return prefix(capture, limit);
    return domain(random.chance(0.5) ? site.busyHost() : capture.urlkey.split(')')[0]!, limit);
  }

  /** Returns, in most cases, a capture that was just changed or is being changed. */
  #capture(): TrackedCapture {
    const { model, random, site } = this.#deps;
    if (random.chance(0.6))
      return model.recent.at(-1 - Math.floor(random.share() ** 2 * model.recent.length))!;
    const host = random.chance(0.5) ? site.busyHost() : random.pick(model.hosts());
    return random.pick(model.ofHost(host));
  }

  async #linesOf({ server }: Replica, { query }: Question): Promise<string[] | undefined> {
    const { url, authorization } = server.client;
    const path = `/replay/cdxb/default${queryString({ ...query, fl: 'urlkey,timestamp', gzip: 'false' })}`;
    const { status, body } = await get(`${url}${path}`, this.#agent, { authorization });
    if (status === 404) return [];
    return status === 200 ? body.split('\n').filter((line) => line !== '') : undefined;
  }
}

function get(
  url: string,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
    httpRequest(url, { agent, headers: { ...headers }, signal }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body }), reject);
    })
      .once('error', reject)
      .end();
  });
}
