// Findings: the results of the doctor's checks.

/** Verdicts, worst first. `skipped`: another fault prevented the check. */
export const CHECK_VERDICTS = ['fault', 'warning', 'advice', 'skipped', 'fine'] as const;

export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

export interface NodeFinding {
  /** Stable ID of the check, such as `database.reach`. */
  readonly id: string;
  readonly verdict: CheckVerdict;
  /** Result as a sentence. Contains no secrets. */
  readonly message: string;
  /** Instruction for the operator, as a sentence. */
  readonly remedy?: string | undefined;
  readonly observed?: string | number | undefined;
  readonly expected?: string | undefined;
  readonly durationMs?: number | undefined;
}

/** Sorts the findings, worst first. The sort is stable: causes stay before their consequences. */
export function sortFindings(findings: readonly NodeFinding[]): NodeFinding[] {
  return findings.toSorted((a, b) => CHECK_VERDICTS.indexOf(a.verdict) - CHECK_VERDICTS.indexOf(b.verdict));
}

/** Collects the findings of all checks. */
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

/** Capitalizes the text and ends it with a full stop. */
export function toSentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
