// One AU of a reference store, and what was found of it.
import { Census } from '../transfer/census.ts';
import type { Problem } from '../transfer/report.ts';
import type { AuStates } from './journal.ts';
import type { TemporaryRecord } from './temporary.ts';

export interface StoreAu {
  readonly namespace: string;
  readonly auid: string;
  /** WARC files of committed artifacts. */
  readonly files: readonly string[];
  readonly temporary: readonly TemporaryRecord[];
  readonly states: AuStates;
}

/** What was found of an AU there. */
export interface FoundAu {
  readonly artifacts: Census;
  stored: number;
  found: number;
  readonly problems: Problem[];
  /** Uuids of committed artifacts that are uncommitted here. */
  readonly uncommittedHere: string[];
  /** Something was taken for done that an earlier run did. */
  fromLedger: boolean;
}

export function nothingFound(): FoundAu {
  const counts = { stored: 0, found: 0, problems: [], uncommittedHere: [], fromLedger: false };
  return { artifacts: new Census(), ...counts };
}
