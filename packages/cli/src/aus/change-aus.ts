// Adds, deactivates, reactivates or deletes AUs in batches and reports the result of each AU.

import { escapeControls, formatCount, UsageError } from '@holdfast/cli-kit';
import type { ConfigClient } from '@holdfast/client';
import type { AusChange } from './aus-arguments.ts';
import type { AusTools } from './aus-tools.ts';
import { findAus, type SelectedAu } from './find-aus.ts';

/** AUIDs per request. */
const AUS_PER_REQUEST = 5_000;
const MAX_LISTED = 20;

const done = {
  add: 'added',
  deactivate: 'deactivated',
  reactivate: 'reactivated',
  delete: 'deleted',
} as const;

/** Returns false if at least one AU was not changed. */
export async function changeAus(
  tools: AusTools,
  client: ConfigClient,
  command: AusChange,
  signal: AbortSignal,
): Promise<boolean> {
  const { action, dryRun, json, quiet } = command;
  const { output, errorOutput } = tools;
  const say = (words: string): void => void (quiet || errorOutput.write(`${escapeControls(words)}\n`));
  const aus = await findAus(tools, client, command, signal);
  if (aus.length === 0) {
    say('No AU matches.');
    return false;
  }
  if (dryRun) {
    for (const { auId, name } of aus)
      output.write(`${auId}${name === undefined ? '' : `\t${escapeControls(name)}`}\n`);
    say(`${formatCount(aus.length, 'AU')} would be ${done[action]}.`);
    return true;
  }
  if (action === 'delete') await confirmDeletion(tools, aus, command);
  let [changed, failed] = [0, 0];
  for (let from = 0; from < aus.length; from += AUS_PER_REQUEST) {
    const body = aus.slice(from, from + AUS_PER_REQUEST).map(({ auId }) => auId);
    for (const result of await operations[action](client, body, signal)) {
      const { auId, name, isSuccess, message } = result;
      if (isSuccess) changed += 1;
      else failed += 1;
      if (json) output.write(`${JSON.stringify(result)}\n`);
      else if (!isSuccess)
        errorOutput.write(
          `${escapeControls(name === auId ? auId : `${name} (${auId})`)}: ${escapeControls(message)}\n`,
        );
    }
  }
  say(`${formatCount(changed, 'AU')} ${done[action]}${failed === 0 ? '' : `, ${failed} failed`}.`);
  return failed === 0;
}

type Operation = (
  client: ConfigClient,
  body: string[],
  signal: AbortSignal,
) => ReturnType<ConfigClient['addAus']>;

const operations: Readonly<Record<AusChange['action'], Operation>> = {
  add: (client, body, signal) => client.addAus({ body }, { signal }),
  deactivate: (client, body, signal) => client.deactivateAus({ body }, { signal }),
  reactivate: (client, body, signal) => client.reactivateAus({ body }, { signal }),
  delete: (client, body, signal) => client.deleteAus({ body }, { signal }),
};

/**
 * Asks the user to confirm the deletion of AUs, which cannot be undone. Throws `UsageError` if the user does not
 * confirm.
 */
async function confirmDeletion(
  { ask, errorOutput }: AusTools,
  aus: readonly SelectedAu[],
  { yes }: AusChange,
): Promise<void> {
  if (yes) return;
  if (ask === undefined) {
    throw new UsageError('Deleting AUs removes their configuration and documents. Add --yes to confirm.');
  }
  for (const { auId, name } of aus.slice(0, MAX_LISTED))
    errorOutput.write(`  ${escapeControls(name ?? auId)}\n`);
  if (aus.length > MAX_LISTED) errorOutput.write(`  … and ${aus.length - MAX_LISTED} more\n`);
  const answer = await ask(
    `Delete the configuration and documents of ${formatCount(aus.length, 'AU')}? Type the number of AUs to confirm: `,
  );
  if (answer.trim() !== String(aus.length)) throw new UsageError('Nothing was deleted.');
}
