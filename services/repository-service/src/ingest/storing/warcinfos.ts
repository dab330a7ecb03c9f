// Holds the warcinfo records of an upload. A warcinfo is written to each segment before the first record to which it
// applies. The warcinfo of a stored record is therefore always the last one before the record.

import type { IncomingRecord } from '../../domain/companions/arrangement.ts';
import type { ParsedCompanion } from '../../domain/record/read-companion.ts';

export interface Warcinfo {
  readonly finding: ParsedCompanion;
  readonly member: Uint8Array;
  /** The best outcome so far among the records to which the warcinfo applies. */
  use: 'none' | 'dropped' | 'stored';
}

/** Id for records that have no warcinfo. Such a record may be stored after any warcinfo. */
export const NO_WARCINFO = '';

/**
 * Maximum size of a warcinfo that is held. A larger one is stored where it arrives, and applies only to the records
 * after it in that segment.
 */
const LARGEST_HELD_BYTES = 64 * 1024;
/** Maximum number of warcinfo records that later records can refer to. An upload may contain more warcinfo records. */
const MOST_HELD = 16;

export class Warcinfos {
  /** Latest warcinfo records, in order. */
  readonly held: Warcinfo[] = [];
  #current: Warcinfo | undefined;

  /**
   * Applies a warcinfo to the records that follow. Returns a warcinfo that can no longer apply to any record, or this
   * one if it is too large to hold.
   */
  begin({ finding, member }: IncomingRecord<ParsedCompanion>): Warcinfo | undefined {
    const isHeld = finding.memberAt === 'batch' && member.length <= LARGEST_HELD_BYTES;
    const warcinfo: Warcinfo = { finding, member: isHeld ? member.slice() : member, use: 'none' };
    this.#current = isHeld ? warcinfo : undefined;
    if (!isHeld) return warcinfo;
    this.held.push(warcinfo);
    return this.held.length > MOST_HELD ? this.held.shift() : undefined;
  }

  /** Returns the warcinfo with this id or, if there is none, the last warcinfo before the record. */
  of(warcinfoId: string | undefined): Warcinfo | undefined {
    if (warcinfoId === NO_WARCINFO) return undefined;
    if (warcinfoId === undefined || warcinfoId === this.#current?.finding.recordId) return this.#current;
    return this.held.find(({ finding }) => finding.recordId === warcinfoId) ?? this.#current;
  }
}
