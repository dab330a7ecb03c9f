// Describes the result of a configuration rebuild in sentences.
import type { RebuiltConfiguration } from './rebuild.ts';

export function describeRebuilt(rebuilt: RebuiltConfiguration): string[] {
  const { outcome, snapshot, changes, rows = {}, aside, lost } = rebuilt;
  if (outcome === 'no journal') {
    return ['Configuration: the object store has no journal of it; the database was left as it is.'];
  }
  if (outcome === 'not older') {
    return ['Configuration: the database has everything that the object store has; it was left as it is.'];
  }
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return [
    `Configuration: ${total} rows restored from ${snapshot} and ${changes} later objects`,
    ...Object.entries(rows)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `  ${String(count).padStart(11)}  ${name}`),
    ...(lost.length > 0 ? ['', 'Changes that are lost:', ...lost.map((one) => `  ${one}`)] : []),
    ...(aside === undefined
      ? []
      : [
          '',
          `The earlier rows are in the schema ${aside} of this database. When you no longer need it:`,
          `  DROP SCHEMA ${aside} CASCADE;`,
        ]),
  ];
}
