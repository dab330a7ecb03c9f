// Types of an AU in a LOCKSS store, and of the result of reading or sending it.
import { ArtifactCensus } from '../transfer/census.ts';
import type { MigrationProblem } from '../transfer/report.ts';
import type { AuStates } from './journal.ts';
import type { TemporaryRecord } from './temporary-artifacts.ts';

export interface StoreAu {
  readonly namespace: string;
  readonly auid: string;
  /** WARC files of committed artifacts. */
  readonly files: readonly string[];
  readonly temporary: readonly TemporaryRecord[];
  readonly states: AuStates;
}

/** Result of reading or sending one AU. */
export interface AuMigrationResult {
  readonly artifacts: ArtifactCensus;
  stored: number;
  found: number;
  readonly problems: MigrationProblem[];
  /** UUIDs of artifacts that are committed in the source, but not in the target. */
  readonly uncommittedHere: string[];
  /** True if the result includes results of an earlier run. */
  fromLedger: boolean;
}

export function createAuResult(): AuMigrationResult {
  const counts = { stored: 0, found: 0, problems: [], uncommittedHere: [], fromLedger: false };
  return { artifacts: new ArtifactCensus(), ...counts };
}
