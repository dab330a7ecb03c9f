// Findings of the verify job. Counts all findings, but stores only the first ones of each kind.

export const findingKinds = {
  'object without a segment': 'objects that the index does not know',
  'segment without an object': 'segments whose object is missing',
  'object of another size': 'objects whose length differs from the index',
  'segment without a manifest': 'segments whose manifest is missing or damaged',
  'manifest without its copy': 'merged segments without the copy of their manifest, which fixity restores',
  'segment unknown to the journal': 'segments that the journal does not know',
  'record without an artifact': 'records whose artifact is missing in the index',
  'artifact without a record': 'artifacts without a record in their segment',
  'artifact that differs': 'artifacts that differ from the manifest or the journal',
  'kept record that differs': 'companion and warcinfo records that differ from the manifest',
  'payload elsewhere': 'artifacts made from revisits whose payload is not at the position in the index',
  'wrong counters': 'AUs whose counters are wrong',
  'damaged journal object': 'damaged objects of the journal',
} as const;

export type FindingKind = keyof typeof findingKinds;

export interface VerifyFinding {
  readonly kind: FindingKind;
  /** Object key, artifact UUID, or namespace and AUID. */
  readonly subject: string;
  readonly detail?: string;
}

/** Maximum number of stored findings per kind. */
const KEPT_OF_AKIND = 1_000;

export class VerifyFindings {
  readonly counts: Partial<Record<FindingKind, number>> = {};
  readonly kept: VerifyFinding[] = [];

  add(...findings: readonly VerifyFinding[]): void {
    for (const finding of findings) {
      const count = (this.counts[finding.kind] ?? 0) + 1;
      this.counts[finding.kind] = count;
      if (count <= KEPT_OF_AKIND) this.kept.push(finding);
    }
  }

  get any(): boolean {
    return this.kept.length > 0;
  }
}
