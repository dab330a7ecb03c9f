// Counts the damaged records that an export omits, and describes them for the files of the export.

export interface Omissions {
  /** Damaged artifacts. */
  readonly artifacts: number;
  /** Number of exported artifacts whose companion records were omitted because one of the companions is damaged. */
  readonly companions: number;
  /** Number of damaged records that belong to no artifact. */
  readonly records: number;
}

/** Returns undefined if nothing was omitted. */
export function describeOmissions({ artifacts, companions, records }: Omissions): string | undefined {
  const words = [
    ...(artifacts > 0
      ? [`${artifacts} damaged ${artifacts === 1 ? 'artifact is' : 'artifacts are'} left out`]
      : []),
    ...(companions > 0
      ? [
          `${companions} ${companions === 1 ? 'artifact is' : 'artifacts are'} without companions, which are damaged`,
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
