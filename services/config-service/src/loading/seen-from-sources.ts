// Sentences that anybody may read name local files as seen from the source they belong to, not where a node keeps them.
import { basename } from 'node:path';

/** `paths`: absolute ones, of the folders and files that are configured as sources. */
export function seenFromSources(paths: readonly string[]): (sentence: string) => string {
  // The longest first: one source may lie in another.
  const roots = [...new Set(paths)]
    .sort((a, b) => b.length - a.length)
    .map((path) => ({
      name: basename(path),
      pattern: new RegExp(`(?<![\\w./-])${literal(path)}(?![\\w-])`, 'g'),
    }));
  return (sentence) => {
    // Sources of configuration are URLs, also where they are files.
    let seen = sentence.replace(/file:\/\/\/(?:[^\s"/]*\/)*/g, '');
    for (const { name, pattern } of roots) seen = seen.replace(pattern, () => name);
    return seen;
  };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
