// Both services of one build, next to the services of another build on the same databases and the same store.
import { fileURLToPath } from 'node:url';
import { createTestConfigClient } from '../support/config-client.ts';
import { type LaunchedConfig, launchConfig } from '../support/config-server.ts';
import { type LaunchedRepository, launchRepository } from '../support/repository-server.ts';

export interface NodeStorage {
  repositoryDatabaseUrl: string;
  configDatabaseUrl: string;
  /** `fs:/path` or `s3:bucket`. */
  objectStore: string;
  env?: Record<string, string>;
}

export interface RunningBuild {
  readonly repository: LaunchedRepository;
  readonly config: LaunchedConfig;
  readonly client: ReturnType<typeof createTestConfigClient>;
  /** Stops the services in the order that an operator uses. Throws unless both exit cleanly. */
  stop(): Promise<void>;
}

const password = 'correct: horse, battery';
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** Resolves when the processes exist. `build`: folder of a build; undefined: this build. */
export async function launchNode(build: string | undefined, place: NodeStorage): Promise<RunningBuild> {
  const { repositoryDatabaseUrl: databaseUrl, objectStore } = place;
  // Without compaction, the size of an AU does not change by itself.
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

/** Resolves when both services are ready. */
export async function startNode(build: string | undefined, place: NodeStorage): Promise<RunningBuild> {
  const node = await launchNode(build, place);
  await Promise.all([node.repository.ready(), node.config.ready()]);
  return node;
}

const refusal =
  /"err":\{[^\n]*?"message":"((?:[^"\\]|\\.)*(?:too new|another line|is missing)(?:[^"\\]|\\.)*)"/;

/**
 * Waits for both services. Returns undefined if both become ready, otherwise the message of the service that refuses
 * the schema.
 */
export async function waitForRefusal({ repository, config }: RunningBuild): Promise<string | undefined> {
  const outcomes = await Promise.all(
    [repository, config].map(({ ready, process }) =>
      Promise.race([ready().then(() => undefined), process.says(refusal).then(([, words]) => words)]),
    ),
  );
  return outcomes.find((words) => words !== undefined);
}
