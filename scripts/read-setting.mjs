// Reads settings before anything is installed. Plain Node.
import { readFileSync } from 'node:fs';

/** Returns the text of a setting, or of the file that it names. Undefined if it is not set or cannot be read. */
export function readSetting(setting) {
  const file = process.env[`${setting}_FILE`];
  if (!file) return process.env[setting] || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
