// Caches the configuration parameters that this service uses. Requests then need no database query for parameters, and
// work while the database is down.
import { type AddressRule, makeAccessRules } from '../domain/configuration/access-rules.ts';
import { createEmptyParameters, type Parameters } from '../domain/configuration/parameters.ts';
import { readParameters } from '../index/configuration/merged.db.ts';
import type { Db } from '../index/schema/schema.ts';

export interface LiveParameters {
  now(): Parameters;
  readonly admits: AddressRule;
  /** Reloads the parameters. Called after every change and every few seconds. */
  follow(): Promise<void>;
}

export function watchParameters(db: Db): LiveParameters {
  let now = createEmptyParameters();
  let admits = makeAccessRules(now);
  return {
    now: () => now,
    admits: (address) => admits(address),
    async follow() {
      now = await readParameters(db);
      admits = makeAccessRules(now);
    },
  };
}
