// The warcinfo records of an upload. Each is held, for it goes in front of the first record of every segment that it
// governs, so that the warcinfo of a stored record is always the last one before it.

import type { Arrival } from '../../domain/companions/arrangement.ts';
import type { ReadCompanion } from '../../domain/record/read-companion.ts';

export interface Warcinfo {
  readonly finding: ReadCompanion;
  readonly member: Uint8Array;
  /** What became of the records that it governs, as far as they came. */
  use: 'none' | 'dropped' | 'stored';
}

/** The id that a record names which stands behind none; it may be stored when one has come. */
export const NO_WARCINFO = '';

/** Larger ones are stored where they come, and govern what follows there only. */
const LARGEST_HELD_BYTES = 64 * 1024;
/** Those that a later record can name; any number may come. */
const MOST_HELD = 16;

export class Warcinfos {
  /** The latest, in order. */
  readonly held: Warcinfo[] = [];
  #current: Warcinfo | undefined;

  /** Begins to govern what comes. Answers one that governs nothing any more, or cannot be held. */
  begin({ finding, member }: Arrival<ReadCompanion>): Warcinfo | undefined {
    const isHeld = finding.memberAt === 'batch' && member.length <= LARGEST_HELD_BYTES;
    const warcinfo: Warcinfo = { finding, member: isHeld ? member.slice() : member, use: 'none' };
    this.#current = isHeld ? warcinfo : undefined;
    if (!isHeld) return warcinfo;
    this.held.push(warcinfo);
    return this.held.length > MOST_HELD ? this.held.shift() : undefined;
  }

  /** The one that a record names, else the one before it. */
  of(warcinfoId: string | undefined): Warcinfo | undefined {
    if (warcinfoId === NO_WARCINFO) return undefined;
    if (warcinfoId === undefined || warcinfoId === this.#current?.finding.recordId) return this.#current;
    return this.held.find(({ finding }) => finding.recordId === warcinfoId) ?? this.#current;
  }
}
