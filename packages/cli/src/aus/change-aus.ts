// Group operations on AUs: as many in one request as the service likes, and a result for each.

import { countWords, printable, UsageError } from '@holdfast/cli-kit';
import type { ConfigClient } from '@holdfast/client';
import type { AusChange } from './aus-arguments.ts';
import type { AusTools } from './aus-tools.ts';
import { type FoundAu, findAus } from './find-aus.ts';

/** AUIDs in one request. */
const BATCH_AUS = 5_000;
const MOST_SHOWN = 20;

const done = {
  add: 'added',
  deactivate: 'deactivated',
  reactivate: 'reactivated',
  delete: 'deleted',
} as const;

/** Whether every AU was changed. */
export async function changeAus(
  tools: AusTools,
  client: ConfigClient,
  command: AusChange,
  signal: AbortSignal,
): Promise<boolean> {
  const { action, dryRun, json, quiet } = command;
  const { output, errorOutput } = tools;
  const say = (words: string): void => void (quiet || errorOutput.write(`${printable(words)}\n`));
  const aus = await findAus(tools, client, command, signal);
  if (aus.length === 0) {
    say('There is no such AU.');
    return false;
  }
  if (dryRun) {
    for (const { auId, name } of aus)
      output.write(`${auId}${name === undefined ? '' : `\t${printable(name)}`}\n`);
    say(`${countWords(aus.length, 'AU')} would be ${done[action]}.`);
    return true;
  }
  if (action === 'delete') await confirm(tools, aus, command);
  let [changed, failed] = [0, 0];
  for (let from = 0; from < aus.length; from += BATCH_AUS) {
    const body = aus.slice(from, from + BATCH_AUS).map(({ auId }) => auId);
    for (const result of await operations[action](client, body, signal)) {
      const { auId, name, isSuccess, message } = result;
      if (isSuccess) changed += 1;
      else failed += 1;
      if (json) output.write(`${JSON.stringify(result)}\n`);
      else if (!isSuccess)
        errorOutput.write(
          `${printable(name === auId ? auId : `${name} (${auId})`)}: ${printable(message)}\n`,
        );
    }
  }
  say(`${countWords(changed, 'AU')} ${done[action]}${failed === 0 ? '' : `, ${failed} not`}.`);
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

/** Configuration and documents go together, and nothing brings them back. Throws `UsageError`. */
async function confirm(
  { ask, errorOutput }: AusTools,
  aus: readonly FoundAu[],
  { yes }: AusChange,
): Promise<void> {
  if (yes) return;
  if (ask === undefined) {
    throw new UsageError(
      'Deleting AUs removes their configuration and their documents: say --yes if you mean it.',
    );
  }
  for (const { auId, name } of aus.slice(0, MOST_SHOWN)) errorOutput.write(`  ${printable(name ?? auId)}\n`);
  if (aus.length > MOST_SHOWN) errorOutput.write(`  … and ${aus.length - MOST_SHOWN} more\n`);
  const answer = await ask(
    `Delete the configuration and the documents of ${countWords(aus.length, 'AU')}? Type their number: `,
  );
  if (answer.trim() !== String(aus.length)) throw new UsageError('Nothing was deleted.');
}
