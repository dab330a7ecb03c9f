// Holds the warcinfo records of an upload. In a segment, the latest preceding warcinfo record applies to each record.
// Each segment therefore needs copies of the warcinfo records that apply to its records.

import type { IncomingRecord } from '../../domain/companions/record-grouper.ts';
import type { ParsedCompanion } from '../../domain/record/read-companion.ts';

export interface Warcinfo {
  readonly finding: ParsedCompanion;
  readonly member: Uint8Array;
  /** Best outcome among the records that the warcinfo record applies to: stored, dropped, or no record yet. */
  use: 'none' | 'dropped' | 'stored';
}

/** ID for records without a warcinfo record. Such records may follow any warcinfo record. */
export const NO_WARCINFO = '';

/**
 * Maximum size of a warcinfo record that is held in memory. A larger one is stored once, and applies only to later
 * records of the same segment.
 */
const MAX_HELD_BYTES = 64 * 1024;
/** Maximum number of warcinfo records in memory, to which later records can refer. An upload may contain more. */
const MAX_HELD = 16;

export class Warcinfos {
  /** Latest warcinfo records, in upload order. */
  readonly held: Warcinfo[] = [];
  #current: Warcinfo | undefined;

  /**
   * Makes this warcinfo record the current one. Returns a warcinfo record that is no longer held: the oldest one, or
   * this one if it is too large.
   */
  begin({ finding, member }: IncomingRecord<ParsedCompanion>): Warcinfo | undefined {
    const isHeld = finding.memberAt === 'batch' && member.length <= MAX_HELD_BYTES;
    const warcinfo: Warcinfo = { finding, member: isHeld ? member.slice() : member, use: 'none' };
    this.#current = isHeld ? warcinfo : undefined;
    if (!isHeld) return warcinfo;
    this.held.push(warcinfo);
    return this.held.length > MAX_HELD ? this.held.shift() : undefined;
  }

  /** Returns the held warcinfo record with this ID, or the current one if no held record has it. */
  of(warcinfoId: string | undefined): Warcinfo | undefined {
    if (warcinfoId === NO_WARCINFO) return undefined;
    if (warcinfoId === undefined || warcinfoId === this.#current?.finding.recordId) return this.#current;
    return this.held.find(({ finding }) => finding.recordId === warcinfoId) ?? this.#current;
  }
}
