// What a setting says, before anything is installed that could check it. Plain Node.
import { readFileSync } from 'node:fs';

/** The text of a setting, which may also stand in a file; undefined when it has none, or none that can be read. */
export function textOf(setting) {
  const file = process.env[`${setting}_FILE`];
  if (!file) return process.env[setting] || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
