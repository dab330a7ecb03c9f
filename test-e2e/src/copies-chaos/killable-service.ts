// The repository service of the drill, which the drill kills and restarts. Every request must succeed unless a kill
// interrupts it.
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, type TestRepositoryClient } from '@holdfast/testkit';
import { type LaunchedRepository, launchRepository } from '../support/repository-server.ts';

export interface KillableServiceOptions {
  readonly databaseUrl: string;
  readonly objectStore: string;
  readonly env: Readonly<Record<string, string>>;
}

export class KillableService {
  readonly #options: KillableServiceOptions;
  readonly #port: number;
  #server: LaunchedRepository;
  /** Number of kills. */
  #kills = 0;
  #serving: Promise<void> = Promise.resolve();

  private constructor(options: KillableServiceOptions, port: number, server: LaunchedRepository) {
    this.#options = options;
    this.#port = port;
    this.#server = server;
  }

  static async start(options: KillableServiceOptions): Promise<KillableService> {
    const port = await findFreePort();
    const server = await launchRepository({ ...options, port });
    await server.ready();
    return new KillableService(options, port, server);
  }

  get client(): TestRepositoryClient {
    return this.#server.client;
  }

  get kills(): number {
    return this.#kills;
  }

  /** Returns the latest log lines of the running process. */
  get log(): string {
    return this.#server.process.output();
  }

  /** Sends a request, and repeats it each time a kill interrupts it. */
  async ask<T>(work: (client: TestRepositoryClient) => Promise<T>): Promise<T> {
    for (;;) {
      await this.#serving;
      const kills = this.#kills;
      try {
        return await work(this.client);
      } catch (error) {
        if (kills === this.#kills) throw error;
      }
    }
  }

  /** Sends a request once. Returns undefined if a kill interrupted the request, so that its outcome is unknown. */
  async attempt<T>(work: (client: TestRepositoryClient) => Promise<T>): Promise<T | undefined> {
    await this.#serving;
    const kills = this.#kills;
    try {
      return await work(this.client);
    } catch (error) {
      if (kills === this.#kills) throw error;
      return undefined;
    }
  }

  /** Kills the process and starts a new process with additional settings. Resolves when the new process is ready. */
  async kill(env: Readonly<Record<string, string>>, pauseMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#serving = promise;
    this.#kills++;
    await this.#server.process.kill9();
    await sleep(pauseMs);
    this.#server = await launchRepository({
      ...this.#options,
      port: this.#port,
      env: { ...this.#options.env, ...env },
    });
    await this.#server.ready();
    resolve();
  }

  async stop(): Promise<void> {
    await this.#server.process.stop();
  }
}
