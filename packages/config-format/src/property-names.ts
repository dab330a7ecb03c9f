// Decides whether a name can be the name of a configuration property. Nearly every text is a properties file to Java, so
// the names are what tells a properties file from JSON, YAML, CSV, scripts, title databases and plain text.

const LOCKSS = 'org.lockss.';
/** Names below these hold AUIDs and titles. */
const freeText = ['org.lockss.au.', 'org.lockss.title.', 'org.lockss.titleSet.'];
const PART = String.raw`[\p{L}\p{N}_$|~&%+*:@/-]+`;
const DOTTED_NAME = new RegExp(String.raw`^[\p{L}_][\p{L}\p{N}_-]*(?:\.${PART})+$`, 'u');

/**
 * Returns what is wrong with a name. `separator`: what stands between name and value besides white space, `=`, `:` or
 * nothing.
 */
export function nameFault(name: string, separator: string): string | undefined {
  if (freeText.some((prefix) => name.length > prefix.length && name.startsWith(prefix))) return undefined;
  if (!DOTTED_NAME.test(name))
    return `${shown(name)} is not a dotted name such as org.lockss.x: this is not a properties file`;
  // "www.example.org is down" is a property to Java.
  if (separator === '' && !name.startsWith(LOCKSS))
    return `there is no "=" after ${shown(name)}: this is not a properties file`;
  return undefined;
}

const shown = (name: string): string => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
