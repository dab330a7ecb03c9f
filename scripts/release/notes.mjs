// Extracts the notes of a version from the changelog.

/** Returns the section of the version, without its heading. Throws if there is no such section or if it is empty. */
export function extractNotes(changelog, version) {
  const heading = new RegExp(`^## \\[?${version.replaceAll('.', '\\.')}\\]?(?: .*)?$`, 'm');
  const found = heading.exec(changelog);
  if (found === null) throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  const rest = changelog.slice(found.index + found[0].length);
  const end = rest.search(/^## /m);
  const notes = (end < 0 ? rest : rest.slice(0, end)).trim();
  if (notes === '') throw new Error(`the section "## ${version}" of CHANGELOG.md is empty`);
  return `${notes}\n`;
}
