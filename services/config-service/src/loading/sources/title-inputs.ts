// Lists the configuration sources with titles, in loading order, and then the stored section `titledb`. Their content
// is in the database, so it can be read repeatedly.
import type { PlatformFacts } from '@holdfast/config-format';
import { readContent, type StoredContent } from '../../index/configuration/content.db.ts';
import { findFile } from '../../index/configuration/files.db.ts';
import { selectConfigSources } from '../../index/configuration/sources.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import type { TitleInput } from '../steps.ts';

export async function listTitleInputs(db: Db, platform: PlatformFacts): Promise<TitleInput[]> {
  const sources = (await selectConfigSources(db)).flatMap(({ url, copy }) =>
    copy?.holdsTitles === true ? [inputOf(url, copy)] : [],
  );
  const stored = await findFile(db, 'titledb');
  return stored === undefined ? sources : [...sources, inputOf('/config/file/titledb', stored)];

  function inputOf(source: string, content: StoredContent & Pick<TitleInput, 'format'>): TitleInput {
    const { format, sha256, sizeBytes } = content;
    return {
      source,
      format,
      sha256,
      sizeBytes,
      platform,
      open: (signal) => readContent(db, content, signal),
    };
  }
}
