// Reads earlier versions of stored configuration files.
import type { ConfigFileVersion } from '@holdfast/api-types';
import type { ConfigSection } from '../../domain/configuration/sections.ts';
import { readContent } from '../../index/configuration/content.db.ts';
import { findVersion, findVersions } from '../../index/configuration/files.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { makeNoSuchConfigurationFileError } from '../errors.ts';
import { makeEtag, type ReadableFile } from './file-response.ts';

const DEFAULT_VERSIONS = 100;
const MAX_VERSIONS = 1_000;
/** Greater than every version number. */
const NO_VERSION = 2 ** 31 - 1;

export interface VersionQuery {
  readonly limit?: number | undefined;
  readonly continuationToken?: string | undefined;
}

interface VersionPage {
  readonly versions: ConfigFileVersion[];
  /** Last version on the page. Undefined if there are no older ones. */
  readonly continuationToken?: string;
}

/** Lists the versions of a file, newest first. */
export async function listVersions(
  db: Db,
  { name }: ConfigSection,
  { limit = DEFAULT_VERSIONS, continuationToken }: VersionQuery,
): Promise<VersionPage> {
  const most = Math.min(limit, MAX_VERSIONS);
  const before = continuationToken === undefined ? NO_VERSION : Number(continuationToken);
  const found = await findVersions(db, name, { before, limit: most + 1 });
  const versions = found.slice(0, most).map(({ version, sha256, sizeBytes, modifiedMs, userName }) => ({
    version,
    etag: makeEtag(sha256),
    modified: modifiedMs,
    size: sizeBytes,
    user: userName,
  }));
  const isLast = found.length <= most;
  return { versions, ...(!isLast && { continuationToken: String(versions.at(-1)!.version) }) };
}

/** Returns an earlier version of a file. Throws 404. */
export async function readVersion(db: Db, { name }: ConfigSection, version: number): Promise<ReadableFile> {
  const found = await findVersion(db, name, version);
  if (found === undefined) throw makeNoSuchConfigurationFileError(`${name}, version ${version}`);
  return {
    etag: makeEtag(found.sha256),
    modifiedMs: found.modifiedMs,
    format: found.format,
    sizeBytes: found.sizeBytes,
    open: (signal) => readContent(db, found, signal),
  };
}
