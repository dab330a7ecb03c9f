// Results of the checks.

/** Verdicts, from the worst to the best. `skipped` means that another fault prevented the check. */
export const CHECK_VERDICTS = ['fault', 'warning', 'advice', 'skipped', 'fine'] as const;

export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

export interface NodeFinding {
  /** Stable name of the check, such as `database.reach`. */
  readonly id: string;
  readonly verdict: CheckVerdict;
  /** Sentence that names what was checked. Contains no secret. */
  readonly message: string;
  /** Sentence for the operator that says what to do. */
  readonly remedy?: string | undefined;
  readonly observed?: string | number | undefined;
  readonly expected?: string | undefined;
  readonly durationMs?: number | undefined;
}

/**
 * Sorts the findings, the worst first. Equally bad findings stay in the order of the checks, which puts causes before
 * consequences.
 */
export function sortFindings(findings: readonly NodeFinding[]): NodeFinding[] {
  return findings.toSorted((a, b) => CHECK_VERDICTS.indexOf(a.verdict) - CHECK_VERDICTS.indexOf(b.verdict));
}

/** Collects the findings of checks. */
export class NodeFindings {
  readonly #all: NodeFinding[] = [];

  get all(): readonly NodeFinding[] {
    return this.#all;
  }

  add(...findings: readonly NodeFinding[]): void {
    this.#all.push(...findings);
  }

  fault(id: string, message: string, rest: Omit<NodeFinding, 'id' | 'verdict' | 'message'> = {}): void {
    this.add({ id, verdict: 'fault', message, ...rest });
  }

  warning(id: string, message: string, rest: Omit<NodeFinding, 'id' | 'verdict' | 'message'> = {}): void {
    this.add({ id, verdict: 'warning', message, ...rest });
  }

  fine(id: string, message: string, rest: Omit<NodeFinding, 'id' | 'verdict' | 'message'> = {}): void {
    this.add({ id, verdict: 'fine', message, ...rest });
  }

  skipped(id: string, message: string): void {
    this.add({ id, verdict: 'skipped', message });
  }
}
