// What became of the companions of an upload: for the import's last words, and for metrics.
import { type CompanionType, companionTypes } from '../record/read-companion.ts';

/** Why a companion was not kept: with its artifact, because it is damaged, or because it is not wanted. */
export const dropReasons = ['duplicate', 'excluded', 'damaged', 'setting'] as const;
export type DropReason = (typeof dropReasons)[number];

export class CompanionCounts {
  /** By type. A warcinfo counts once, however many segments it was put into. */
  readonly kept: Record<CompanionType, number> = {
    warcinfo: 0,
    request: 0,
    metadata: 0,
    conversion: 0,
    continuation: 0,
    other: 0,
  };
  readonly dropped: Record<DropReason, number> = { duplicate: 0, excluded: 0, damaged: 0, setting: 0 };
  /** Of those that are kept: belonging to nothing that was imported. */
  alone = 0;

  add(other: CompanionCounts): void {
    for (const type of companionTypes) this.kept[type] += other.kept[type];
    for (const reason of dropReasons) this.dropped[reason] += other.dropped[reason];
    this.alone += other.alone;
  }
}
