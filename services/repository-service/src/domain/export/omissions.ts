// Counts damaged records that an export omits, and describes them in the exported files.

export interface Omissions {
  /** Number of damaged artifacts, which are omitted. */
  readonly artifacts: number;
  /**
   * Number of artifacts that are exported without their companion records (request, metadata), because at least one
   * companion record is damaged.
   */
  readonly companions: number;
  /** Number of omitted records that belong to no artifact. */
  readonly records: number;
}

/** Describes the omitted records. Returns undefined if the export is complete. */
export function describeOmissions({ artifacts, companions, records }: Omissions): string | undefined {
  const words = [
    ...(artifacts > 0
      ? [`${artifacts} damaged ${artifacts === 1 ? 'artifact is' : 'artifacts are'} left out`]
      : []),
    ...(companions > 0
      ? [
          `${companions} ${companions === 1 ? 'artifact is' : 'artifacts are'} included without companion records, which are damaged`,
        ]
      : []),
    ...(records > 0
      ? [
          `${records} damaged ${records === 1 ? 'record that belongs to no artifact is' : 'records that belong to no artifact are'} left out`,
        ]
      : []),
  ];
  return words.length > 0 ? words.join('; ') : undefined;
}
