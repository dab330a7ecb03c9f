// The title database as its sources tell it: `.tdb` text, and entries of configuration properties (XML or not), read as
// streams into one model, with a warning for whatever could not be read. What a title's fields are is worked out here
// too. Nothing here knows of plugins or of where entries are kept.
export { formatWarning, identityOf, type TdbBatch, type TdbEntry, type TdbWarning } from './entry/entry.ts';
export { type TitleFacts, titleFacts } from './entry/title-facts.ts';
export { findTitleFiles, type TitleFile, type UnreadablePlace } from './find-title-files.ts';
export { entriesOfProperties, type SourceProperty, TITLE_PREFIX } from './properties.ts';
export { type ReadTitlesOptions, readTitles, type TitleFormat, titleFormatOf } from './read-titles.ts';
export { parseTdb, type TdbOptions } from './text/parse-tdb.ts';
