// Origin of the intact content of a repair, as the state journal stores it: `upload`, `artifact:UUID`, `store:NAME` or
// `peer:URL`.

export type RepairSourceKind = 'upload' | 'artifact' | 'store' | 'peer';

/** Origin of a repair in events and notices. Users read the kind and the name; `source` is the stored text. */
export interface DescribedRepairSource {
  readonly source: string;
  readonly sourceKind?: RepairSourceKind;
  /** UUID of the artifact, name of the store, or URL of the peer. */
  readonly sourceName?: string;
}

const KINDS_WITH_NAME = ['artifact', 'store', 'peer'] as const satisfies readonly RepairSourceKind[];

/** Separates kind and name. Returns only the stored text if its form is unknown. */
export function describeRepairSource(source: string): DescribedRepairSource {
  if (source === 'upload') return { source, sourceKind: source };
  const kind = KINDS_WITH_NAME.find((each) => source.startsWith(`${each}:`));
  return kind === undefined
    ? { source }
    : { source, sourceKind: kind, sourceName: source.slice(kind.length + 1) };
}
