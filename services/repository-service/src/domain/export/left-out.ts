// Counts records that an export omits because they are damaged, and words this for its files.

export interface LeftOut {
  /** Damaged artifacts. */
  readonly artifacts: number;
  /** Exported artifacts whose companion records were omitted because one of them is damaged. */
  readonly companions: number;
  /** Damaged records that belong to no artifact. */
  readonly records: number;
}

/** Returns undefined if nothing is omitted. */
export function describeOmissions({ artifacts, companions, records }: LeftOut): string | undefined {
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
