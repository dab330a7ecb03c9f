// A node of one build: both its services, beside those of another build on the same databases and the same store.
import { fileURLToPath } from 'node:url';
import { configClient } from '../support/config-client.ts';
import { type LaunchedConfig, launchConfig } from '../support/config-server.ts';
import { type LaunchedRepository, launchRepository } from '../support/repository-server.ts';

export interface Place {
  repositoryDatabaseUrl: string;
  configDatabaseUrl: string;
  /** `fs:/path` or `s3:bucket`. */
  objectStore: string;
  env?: Record<string, string>;
}

export interface NodeOf {
  readonly repository: LaunchedRepository;
  readonly config: LaunchedConfig;
  readonly client: ReturnType<typeof configClient>;
  /** In order, as an operator does it. Throws unless both end well. */
  stop(): Promise<void>;
}

const password = 'correct: horse, battery';
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** Resolves when there are processes. `build`: folder of a build; undefined: this one. */
export async function launchNode(build: string | undefined, place: Place): Promise<NodeOf> {
  const { repositoryDatabaseUrl: databaseUrl, objectStore } = place;
  // What an AU takes up changes with compaction, and with nothing else.
  const env = { COMPACTION_PERIOD: 'off', ...place.env };
  const repository = await launchRepository({ databaseUrl, objectStore, env, build });
  const ofConfig = { PLUGIN_SOURCES: `${examples}plugins`, TDB_SOURCES: `${examples}titles.tdb` };
  const config = await launchConfig(place.configDatabaseUrl, password, ofConfig, build);
  return {
    repository,
    config,
    client: configClient(config.url, password),
    stop: async () => {
      for (const { process } of [config, repository]) {
        const { code } = await process.stop();
        if (code !== 0) throw new Error(`ended with ${code}: ${process.output().slice(-2_000)}`);
      }
    },
  };
}

/** Resolves when both are ready. */
export async function startNode(build: string | undefined, place: Place): Promise<NodeOf> {
  const node = await launchNode(build, place);
  await Promise.all([node.repository.ready(), node.config.ready()]);
  return node;
}

const refusal =
  /"err":\{[^\n]*?"message":"((?:[^"\\]|\\.)*(?:too new|another line|is missing)(?:[^"\\]|\\.)*)"/;

/** Undefined when both came to be ready; else why one of them refuses the schema, in its own words. */
export async function refusalOf({ repository, config }: NodeOf): Promise<string | undefined> {
  const outcomes = await Promise.all(
    [repository, config].map(({ ready, process }) =>
      Promise.race([ready().then(() => undefined), process.says(refusal).then(([, words]) => words)]),
    ),
  );
  return outcomes.find((words) => words !== undefined);
}
