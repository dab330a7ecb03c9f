// What an import is given: the wishes of its client, and what it depends on.
import type { PayloadReading } from '@holdfast/warc';
import type { CompanionCounts } from '../../domain/companions/companion-counts.ts';
import type { Acknowledgement } from '../../domain/disposition.ts';
import type { GivenRules } from '../deciding/given-decisions.ts';
import type { Rules } from '../deciding/judgement.ts';
import type { SpillPlace } from '../spool/spill-queue.ts';
import type { CommitDeps, SegmentLimits } from '../storing/segment-committer.ts';

export interface ImportJob extends Rules {
  readonly namespace: string;
  readonly auid: string;
  /** What the payloads are that the codec has read. */
  readonly payloads: PayloadReading;
  /** Its artifacts keep the identity that they had in another repository. */
  readonly given?: GivenRules | undefined;
  /** What becomes of companions is added to it, when it has become durable. */
  readonly companions: CompanionCounts;
  /** Called with what has become durable, in the order of the upload. Must not wait. */
  acknowledge(results: Acknowledgement[]): void;
}

export interface IngestDeps extends CommitDeps, SpillPlace {
  readonly limits: SegmentLimits;
  /** `artifacts`: requests only tell the method, and no other companion is looked at. */
  readonly keepRecords: 'all' | 'artifacts';
}
