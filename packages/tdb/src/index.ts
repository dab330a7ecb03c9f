// Reads title databases as streams of entries, from `.tdb` text and from configuration properties (XML or Java
// properties). Reports unreadable entries as warnings. Derives the properties of titles. Independent of plugins and
// storage.
export {
  computeAuIdentity,
  formatWarning,
  type TdbBatch,
  type TdbEntry,
  type TdbWarning,
} from './entry/entry.ts';
export { extractTitleFacts, type TitleFacts } from './entry/title-facts.ts';
export { findTitleFiles, type TitleFile, type UnreadablePath } from './find-title-files.ts';
export { readPropertyEntries, TITLE_PREFIX, type TitleProperty } from './properties.ts';
export { detectTitleFormat, type ReadTitlesOptions, readTitles, type TitleFormat } from './read-titles.ts';
export { parseTdb, type TdbOptions } from './text/parse-tdb.ts';
