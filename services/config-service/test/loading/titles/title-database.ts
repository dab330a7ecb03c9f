// Test helper: a database into which titles are loaded.
import { createHash } from 'node:crypto';
import type { Executor } from '@holdfast/pg-kit';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { collectOrigins } from '../../../src/domain/configuration/origins.ts';
import { parseSourceLocations } from '../../../src/domain/configuration/source-locations.ts';
import type { ConfigSchema } from '../../../src/index/schema/schema.ts';
import type { LoadStepOutcome, TitleInput } from '../../../src/loading/steps.ts';
import { type LoadTitlesDeps, loadTitles } from '../../../src/loading/titles/load-titles.ts';
import { createConfigDatabase } from '../../config-database.ts';

export interface TitleDatabase extends Database<ConfigSchema> {
  readonly url: string;
}

/** Creates a database that is removed at the end of the test file. */
export async function createTitleDatabase(): Promise<TitleDatabase> {
  const { url } = await createConfigDatabase();
  return { ...(await opened(url)), url };
}

async function opened(url: string): Promise<Database<ConfigSchema>> {
  const database = openDatabase<ConfigSchema>({ url, applicationName: 'test', onError: () => undefined });
  addCleanup(() => database.close());
  return database;
}

export interface Load {
  /** Value of the setting TDB_SOURCES. */
  readonly sources?: string;
  readonly inputs?: readonly TitleInput[];
  readonly signal?: AbortSignal;
  readonly deps?: Partial<LoadTitlesDeps>;
}

export function loadTestTitles(
  db: Executor<ConfigSchema>,
  { sources = '', inputs = [], signal, deps }: Load,
): Promise<LoadStepOutcome> {
  const tdbSources = parseSourceLocations(sources);
  const all: LoadTitlesDeps = {
    db,
    tdbSources,
    limits: { sizeBytes: 100_000_000, timeoutMs: 10_000 },
    operatorOrigins: collectOrigins(tdbSources.flatMap((one) => (one.kind === 'url' ? [one.url] : []))),
    platform: { groups: [] },
    nowMs: Date.now,
    log: { info: () => undefined, warn: () => undefined },
    ...deps,
  };
  return loadTitles(all, inputs, signal ?? new AbortController().signal);
}

/** Returns a title input with this text. */
export function makeInput(source: string, text: string, format: TitleInput['format'] = 'tdb'): TitleInput {
  const bytes = Buffer.from(text);
  return {
    source,
    format,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    platform: { groups: [] },
    open: async function* () {
      yield bytes;
    },
  };
}

/** Returns a `.tdb` text with one journal that has these volumes. */
export function makeJournalText(
  volumes: readonly number[],
  { publisher = 'Press', title = 'Journal' } = {},
): string {
  return `{ publisher < name = ${publisher} >
    { title < name = ${title} ; issn = 1234-5679 >
      plugin = org.example.Plugin
      param[base_url] = http://www.example.org/${encodeURIComponent(title)}/
      implicit < status ; year ; name ; volume ; param[volume] >
      ${volumes.map((volume) => `au < released ; ${1980 + volume} ; ${title} Volume ${volume} ; ${volume} ; ${volume} >`).join('\n')}
    }
  }`;
}
