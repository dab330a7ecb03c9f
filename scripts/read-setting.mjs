// Reads settings before anything is installed. Imports no packages.
import { readFileSync } from 'node:fs';

/**
 * Returns the value of SETTING, or the content of the file that SETTING_FILE names. Returns undefined if neither is set
 * or the file cannot be read.
 */
export function readSetting(setting) {
  const file = process.env[`${setting}_FILE`];
  if (!file) return process.env[setting] || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
