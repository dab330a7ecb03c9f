// Assigns the companion records (request, metadata) of a segment to its artifacts after the manifest was lost. A
// companion record that is stored directly after its artifact counts as adjacent, even if the two were uploaded
// separately.
import type { CompanionRecord } from '@holdfast/warc';
import type { CheckedRange } from '../../domain/checked-ranges.ts';
import {
  type ArtifactGroup,
  type GroupedRecord,
  RecordGrouper,
} from '../../domain/companions/record-grouper.ts';
import type { UploadedCapture } from '../../domain/companions/record-links.ts';
import { type KeptLine, toKeptLine } from '../../domain/record/manifest.ts';
import type { ManifestLine } from '../../domain/record/manifest-line.ts';
import {
  type CapturedRequest,
  type MemberLocation,
  type ParsedCompanion,
  toParsedCompanion,
} from '../../domain/record/read-companion.ts';
import type { DigestedRecord } from '../../domain/record/read-record.ts';

const NOTHING = new Uint8Array(0);

export interface PairedRecords {
  readonly kept: KeptLine[];
  /**
   * Byte ranges of the adjacent companion records, keyed by the manifest line of their artifact. `finish` leaves their
   * CRC-32s undefined.
   */
  readonly adjacentRanges: Map<ManifestLine, CheckedRange>;
}

export class CompanionPairing {
  readonly #arrangement = new RecordGrouper();
  readonly #arranged: GroupedRecord[] = [];
  readonly #lines = new Map<DigestedRecord, ManifestLine>();

  record(capture: DigestedRecord, line: ManifestLine): void {
    this.#lines.set(capture, line);
    this.#arrangement.take({ finding: capture, member: NOTHING }, this.#arranged);
  }

  companion(record: CompanionRecord, place: MemberLocation): void {
    // Skip the warcinfo record and the manifest, which are the first and the last record of a segment.
    const isManifest = record.type === 'metadata' && record.warcContentType === 'application/x-ndjson';
    if (record.offset === 0 || isManifest) return;
    this.#arrangement.take({ finding: toParsedCompanion(record, place), member: NOTHING }, this.#arranged);
  }

  damage(): void {
    this.#arrangement.closeGroup(this.#arranged);
  }

  /** Completes the assignment. In the manifest lines, sets all fields about companion records except their CRC-32s. */
  finish(): PairedRecords {
    this.#arrangement.close(this.#arranged);
    const paired: PairedRecords = { kept: [], adjacentRanges: new Map() };
    const uuids = new Map<UploadedCapture, string>();
    for (const one of this.#arranged) {
      if (one.arranged === 'group') {
        const line = this.#lines.get(one.artifact.finding)!;
        uuids.set(one.capture, line.uuid);
        this.#group(one, line, paired);
      } else if (one.arranged === 'apart') {
        const artifact = one.owner && uuids.get(one.owner);
        paired.kept.push(buildKeptLine(one.companion.finding, artifact, one.request));
      } else if (one.arranged === 'warcinfo')
        paired.kept.push(buildKeptLine(one.companion.finding, undefined));
    }
    return paired;
  }

  #group(
    { before, after, request }: ArtifactGroup,
    line: ManifestLine,
    { kept, adjacentRanges }: PairedRecords,
  ): void {
    const companions = [...before, ...after].map(({ finding }) => finding);
    companions.sort((a, b) => a.offset - b.offset);
    let start = line.offset;
    let end = line.offset + line.length;
    for (const { offset, memberLength } of companions.toReversed()) {
      if (offset + memberLength === start) start = offset;
    }
    for (const { offset, memberLength } of companions) if (offset === end) end += memberLength;
    for (const one of companions) {
      if (one.offset < start || one.offset >= end) kept.push(buildKeptLine(one, line.uuid));
    }
    const [beforeBytes, afterBytes] = [line.offset - start, end - line.offset - line.length];
    const places = [
      ...(beforeBytes > 0 ? [{ offset: start, length: beforeBytes }] : []),
      ...(afterBytes > 0 ? [{ offset: line.offset + line.length, length: afterBytes }] : []),
    ];
    const requestMembers = request && request.method !== 'GET' ? toRequestFields(request) : {};
    Object.assign(
      line,
      requestMembers,
      beforeBytes > 0 && { before: beforeBytes },
      afterBytes > 0 && { after: afterBytes },
    );
    if (places.length > 0) adjacentRanges.set(line, { places, crc32: undefined, owner: undefined });
  }
}

function buildKeptLine(
  { type, offset, memberLength: length, memberCrc32: crc32, recordId }: ParsedCompanion,
  artifactId: string | undefined,
  request?: CapturedRequest,
): KeptLine {
  const ownRequest = artifactId === undefined ? undefined : request;
  return toKeptLine({ type, offset, length, crc32, artifactId, recordId, request: ownRequest });
}

function toRequestFields({ method, body }: CapturedRequest): { method: string; requestBody?: string } {
  return { method, ...(body !== undefined && { requestBody: body }) };
}
