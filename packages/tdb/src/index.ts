// Reads title databases as streams of entries, from `.tdb` text and from configuration properties (XML or Java
// properties). Unreadable parts become warnings. Also derives the fields of titles. Knows neither plugins nor storage.
export { formatWarning, identityOf, type TdbBatch, type TdbEntry, type TdbWarning } from './entry/entry.ts';
export { type TitleFacts, titleFacts } from './entry/title-facts.ts';
export { findTitleFiles, type TitleFile, type UnreadablePlace } from './find-title-files.ts';
export { entriesOfProperties, type SourceProperty, TITLE_PREFIX } from './properties.ts';
export { type ReadTitlesOptions, readTitles, type TitleFormat, titleFormatOf } from './read-titles.ts';
export { parseTdb, type TdbOptions } from './text/parse-tdb.ts';
