// Checks for invalid settings and misspelt names. Lists all settings with the origins of their values.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectStoreSpec } from '@holdfast/object-store';
import type { NodeFindings } from '@holdfast/service-kit/doctor';
import { type Environment, type ListedSetting, readSettings } from '@holdfast/service-kit/settings';
import { type ExaminedSettings, SERVICE_NAMES, standaloneSpec } from '@holdfast/standalone';

export interface ReportedSetting {
  readonly name: string;
  /** Value of the setting. Null if it is unset, secret, or computed by `npm start`. */
  readonly value: string | null;
  readonly isSet: boolean;
  readonly isSecret: boolean;
  readonly from: ListedSetting['from'] | 'npm start';
  readonly file: string | null;
}

export function checkSettings(
  findings: NodeFindings,
  { faults, misspelt, names, settings }: ExaminedSettings,
  { environment, projectFolder }: { readonly environment: Environment; readonly projectFolder: string },
): void {
  for (const fault of faults)
    findings.fault('settings.valid', `${addFullStop(fault)}`, {
      remedy: 'Correct the setting; docs/settings.md lists all settings.',
    });
  for (const sentence of misspelt)
    findings.warning('settings.misspelt', sentence, { remedy: 'Correct the name, or remove the setting.' });
  const unread = listUnread(environment, projectFolder, names);
  if (unread.length > 0)
    findings.add({
      id: 'settings.env-file',
      verdict: 'advice',
      message: `The file .env sets ${unread.join(', ')}, but only Docker Compose reads this file.`,
      remedy: 'For npm start and ./holdfast, export the settings: set -a; . ./.env; set +a',
    });
  if (faults.length === 0 && settings !== undefined)
    findings.fine('settings.valid', 'The settings of both services are valid.');
}

function addFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Returns the names of settings that the project's `.env` file contains but the environment does not. */
function listUnread(environment: Environment, projectFolder: string, names: readonly string[]): string[] {
  const file = join(projectFolder, '.env');
  if (!existsSync(file)) return [];
  const set = [...readFileSync(file, 'utf8').matchAll(/^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)=./gm)];
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return [...new Set(set.map(([, name]) => name!))].filter((name) => known.has(name) && !environment[name]);
}

/** Returns the settings of `npm start` and of the services, without secrets. */
export function listSettings(environment: Environment, { services }: ExaminedSettings): ReportedSetting[] {
  const own = [standaloneSpec, objectStoreSpec].flatMap((spec) => listReadable(environment, spec));
  const all = [...own, ...SERVICE_NAMES.flatMap((name) => [...(services[name]?.list() ?? [])])];
  const shown = new Map<string, ReportedSetting>();
  for (const one of all) if (!shown.has(one.name)) shown.set(one.name, toReportedSetting(environment, one));
  return [...shown.values()];
}

/** Lists the settings. Returns an empty list if a setting is invalid, because that fault has already been reported. */
function listReadable(environment: Environment, spec: Parameters<typeof readSettings>[1]) {
  try {
    return readSettings(environment, spec).list();
  } catch {
    return [];
  }
}

/**
 * Reports a setting with its origin. `npm start` computed each value that is neither a default nor in the environment.
 */
function toReportedSetting(environment: Environment, setting: ListedSetting): ReportedSetting {
  const { name, value, isSet, isSecret, from, file } = setting;
  const isOurs = from === 'default' || Boolean(environment[name] || environment[`${name}_FILE`]);
  if (isOurs) return { name, value, isSet, isSecret, from, file };
  return { name, value: null, isSet, isSecret, from: 'npm start', file: null };
}
