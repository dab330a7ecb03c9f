// The title database as its sources tell it: `.tdb` text, and entries of configuration properties (XML or not), read as
// streams into one model, with a warning for whatever could not be read. What a title's fields are is worked out here
// too. Nothing here knows of plugins or of where entries are kept.
export type { TdbBatch, TdbEntry, TdbWarning } from './entry.ts';
export { findTitleFiles, type TitleFile, type UnreadablePlace } from './find-title-files.ts';
export { identityOf } from './identity.ts';
export { entriesOfProperties, type SourceProperty, titlePrefix } from './properties.ts';
export { type ReadTitlesOptions, readTitles, type TitleFormat, titleFormatOf } from './read-titles.ts';
export { parseTdb, type TdbOptions } from './text/parse-tdb.ts';
export { type TitleFacts, titleFacts } from './title-facts.ts';
export { warningWords } from './words.ts';
