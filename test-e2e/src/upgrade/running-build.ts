// Runs both services of one build, possibly next to the services of another build on the same databases and store.
import { fileURLToPath } from 'node:url';
import { createTestConfigClient } from '../support/config-client.ts';
import { type LaunchedConfig, launchConfig } from '../support/config-server.ts';
import { type LaunchedRepository, launchRepository } from '../support/repository-server.ts';

export interface NodeStorage {
  repositoryDatabaseUrl: string;
  configDatabaseUrl: string;
  /** Value of OBJECT_STORE: `fs:/path` or `s3:bucket`. */
  objectStore: string;
  env?: Record<string, string>;
}

export interface RunningBuild {
  readonly repository: LaunchedRepository;
  readonly config: LaunchedConfig;
  readonly client: ReturnType<typeof createTestConfigClient>;
  /** Stops the services in the documented order. Throws unless both exit with code 0. */
  stop(): Promise<void>;
}

const password = 'correct: horse, battery';
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));

/**
 * Starts both services. Resolves when the processes exist. `build`: folder of another build; if undefined, uses this
 * build.
 */
export async function launchNode(build: string | undefined, place: NodeStorage): Promise<RunningBuild> {
  const { repositoryDatabaseUrl: databaseUrl, objectStore } = place;
  // Disables compaction, because it would change the sizes of AUs.
  const env = { COMPACTION_PERIOD: 'off', ...place.env };
  const repository = await launchRepository({ databaseUrl, objectStore, env, build });
  const ofConfig = { PLUGIN_SOURCES: `${examples}plugins`, TDB_SOURCES: `${examples}titles.tdb` };
  const config = await launchConfig(place.configDatabaseUrl, password, ofConfig, build);
  return {
    repository,
    config,
    client: createTestConfigClient(config.url, password),
    stop: async () => {
      for (const { process } of [config, repository]) {
        const { code } = await process.stop();
        if (code !== 0) throw new Error(`ended with ${code}: ${process.output().slice(-2_000)}`);
      }
    },
  };
}

/** Starts both services. Resolves when they are ready. */
export async function startNode(build: string | undefined, place: NodeStorage): Promise<RunningBuild> {
  const node = await launchNode(build, place);
  await Promise.all([node.repository.ready(), node.config.ready()]);
  return node;
}

const refusal =
  /"err":\{[^\n]*?"message":"((?:[^"\\]|\\.)*(?:too new|another line|is missing)(?:[^"\\]|\\.)*)"/;

/**
 * Waits until each service is ready or has refused the schema. Returns the message of a refusal, or undefined if both
 * are ready.
 */
export async function waitForRefusal({ repository, config }: RunningBuild): Promise<string | undefined> {
  const outcomes = await Promise.all(
    [repository, config].map(({ ready, process }) =>
      Promise.race([ready().then(() => undefined), process.says(refusal).then(([, words]) => words)]),
    ),
  );
  return outcomes.find((words) => words !== undefined);
}
