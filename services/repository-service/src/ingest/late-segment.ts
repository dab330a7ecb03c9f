// A segment of one large record whose body is stored while it arrives, and whose header comes last. Room for what
// stands before the body (warcinfo, and the beginning of the record's member) is left at the start of the object;
// what is not needed of it fills up the warcinfo record, so that the record itself is as short as any.
import { crc32 } from 'node:zlib';
import type { LateWriter, ObjectStore } from '@holdfast/object-store';
import type { CompressedBody } from '@holdfast/warc';
import { crc32Combine, lengthened, type MemberBeginning, manifestMember, memberEnd } from '@holdfast/warc';
import type { Entry, StoredMember } from '../domain/entry.ts';
import { manifestLine } from '../domain/manifest.ts';
import type { ClosedSegment } from '../domain/segment-recorded.ts';
import {
  type SegmentDeps,
  type SegmentPlace,
  segmentIdentity,
  segmentKey,
  segmentWarcinfo,
} from './segment.ts';

export class BeginningTooLong extends Error {
  override name = 'BeginningTooLong';
}

/** The least by which a member can be lengthened. */
const leastFillBytes = 6;
/** Two warcinfo records of one segment may differ by a few bytes: their ids compress differently. */
const infoSlackBytes = 128;
/** A warcinfo record with the longest AUID. */
const longestInfoBytes = 32 * 1024;

/** Whether a body can be stored before it is known which AU it belongs to. */
export function canBeginWithout(place: SegmentPlace | undefined, store: ObjectStore): boolean {
  return place !== undefined || store.namesLate;
}

export class LateSegment {
  readonly storeMs: number;
  #deps: SegmentDeps;
  #id: string;
  #roomBytes: number;
  #writer: LateWriter;
  #bodyBytes = 0;
  #bodyCrc32 = 0;

  /**
   * `recordRoomBytes`: the longest that the beginning of the record's member may become. `place` may be missing where
   * `canBeginWithout` says so.
   */
  constructor(
    deps: SegmentDeps,
    { recordRoomBytes, place }: { recordRoomBytes: number; place: SegmentPlace | undefined },
  ) {
    this.#deps = deps;
    this.storeMs = deps.nowMs();
    this.#id = deps.newId();
    const infoBytes = place ? this.#warcinfo(place).length + infoSlackBytes : longestInfoBytes;
    this.#roomBytes = recordRoomBytes + infoBytes;
    const key = place && { key: segmentKey(place, this.#id) };
    this.#writer = deps.store.createLate({ roomBytes: this.#roomBytes, ...key });
  }

  /** Appends bytes of the body, compressed. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#bodyBytes += bytes.length;
    this.#bodyCrc32 = crc32(bytes, this.#bodyCrc32);
    await this.#writer.write(bytes);
  }

  /** Ends the record; answers where its member lies. Throws BeginningTooLong when there is no room for it. */
  async complete(
    place: SegmentPlace,
    beginning: MemberBeginning,
    body: CompressedBody,
  ): Promise<CompletedSegment> {
    const key = segmentKey(place, this.#id);
    const warcinfo = this.#warcinfo(place);
    const infoBytes = this.#roomBytes - beginning.bytes.length;
    const spareBytes = infoBytes - warcinfo.length;
    if (spareBytes !== 0 && spareBytes < leastFillBytes) throw new BeginningTooLong();
    const end = memberEnd(beginning, body);
    await this.#writer.write(end);
    const behindBytes = this.#bodyBytes + end.length;
    const length = beginning.bytes.length + behindBytes;
    const behindCrc32 = crc32(end, this.#bodyCrc32);
    const memberCrc32 = crc32Combine(crc32(beginning.bytes), behindCrc32, behindBytes);
    return {
      key,
      storeMs: this.storeMs,
      stored: { offset: infoBytes, length, crc32: memberCrc32 },
      close: async (entries) => {
        const lines = entries.map((entry) => manifestLine(entry, this.storeMs));
        const dateMs = this.#deps.nowMs();
        await this.#writer.write(await manifestMember({ ...this.#identity(place), dateMs, lines }));
        const first = Buffer.concat([lengthened(warcinfo, infoBytes), beginning.bytes]);
        return {
          key,
          manifestOffset: infoBytes + length,
          ...(await this.#writer.close({ key, beginning: first })),
        };
      },
      abort: () => this.abort(),
    };
  }

  /** Gives the segment up; nothing of it remains. */
  abort(): Promise<void> {
    return this.#writer.abort();
  }

  #warcinfo(place: SegmentPlace): Buffer {
    return segmentWarcinfo(this.#deps, { ...place, origin: 'created' }, this.#identity(place));
  }

  #identity(place: SegmentPlace) {
    return segmentIdentity(this.#deps, segmentKey(place, this.#id), this.storeMs);
  }
}

export interface CompletedSegment {
  key: string;
  storeMs: number;
  stored: StoredMember;
  close(entries: readonly Entry[]): Promise<ClosedSegment>;
  abort(): Promise<void>;
}
