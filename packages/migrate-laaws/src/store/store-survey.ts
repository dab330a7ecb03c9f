// Finds the AUs in the folders of a LOCKSS store. `ns/<namespace>/au-<md5 of the AUID>/` contains the WARC files and a
// state journal of an AU. `tmp/warcs` contains artifacts that LOCKSS has not yet moved to the AU's folder.
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { readSystemCode } from '@holdfast/service-kit/text';

export interface StoredAu {
  readonly namespace: string;
  /** MD5 of the AUID in UTF-8, as lower-case hex. Part of the folder's name. */
  readonly auidMd5: string;
  /** WARC files of committed artifacts. */
  readonly files: string[];
  readonly journals: string[];
}

export interface StoreSurvey {
  readonly aus: readonly StoredAu[];
  /** Temporary WARC files, which contain artifacts of several AUs. */
  readonly temporary: readonly string[];
}

const WARC_NAME = /\.warc(?:\.gz)?$/i;
const JOURNAL_NAME = /^artifact_state\.warc(?:\.gz)?$/i;

/** Scans the configured folders of a store. Throws `UsageError` if a folder is not part of a store. */
export function surveyStore(folders: readonly string[]): StoreSurvey {
  const aus = new Map<string, StoredAu>();
  const temporary: string[] = [];
  for (const folder of folders) {
    const namespaces = join(folder, 'ns');
    const temporaryFolder = join(folder, 'tmp', 'warcs');
    if (!existsSync(namespaces) && !existsSync(temporaryFolder))
      throw new UsageError(
        `${folder} is not a folder of a repository's store: it contains neither ns nor tmp/warcs.`,
      );
    for (const { name: namespace } of listSubfolders(namespaces)) {
      for (const au of listSubfolders(join(namespaces, namespace))) {
        const auidMd5 = /^au-([0-9a-f]{32})$/i.exec(au.name)?.[1]?.toLowerCase();
        if (auidMd5 !== undefined) addAu(aus, { namespace, auidMd5 }, join(namespaces, namespace, au.name));
      }
    }
    temporary.push(...listWarcFiles(temporaryFolder));
  }
  const inOrder = [...aus.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, au]) => au);
  return { aus: inOrder, temporary };
}

function addAu(
  aus: Map<string, StoredAu>,
  { namespace, auidMd5 }: Pick<StoredAu, 'namespace' | 'auidMd5'>,
  folder: string,
): void {
  const key = `${namespace}/${auidMd5}`;
  const au = aus.get(key) ?? { namespace, auidMd5, files: [], journals: [] };
  aus.set(key, au);
  for (const file of listWarcFiles(folder)) {
    const isJournal = JOURNAL_NAME.test(file.slice(folder.length + 1));
    (isJournal ? au.journals : au.files).push(file);
  }
}

function listSubfolders(folder: string): Dirent[] {
  return readEntries(folder).filter((entry) => entry.isDirectory());
}

function listWarcFiles(folder: string): string[] {
  const files = readEntries(folder).filter((entry) => entry.isFile() && WARC_NAME.test(entry.name));
  return files.map(({ name }) => join(folder, name)).sort();
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return [];
    throw new UsageError(`${folder} cannot be read (${readSystemCode(error) ?? String(error)}).`);
  }
}
