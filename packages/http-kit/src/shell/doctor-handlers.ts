// Handles GET /doctor of every service, which runs checks like `./holdfast doctor`.
import {
  limitTime,
  listSecrets,
  type NodeFinding,
  NodeFindings,
  redactSecrets,
  sortFindings,
} from '@holdfast/service-kit/doctor';
import type { OperationHandler } from './handler.ts';

export interface ServiceExaminer {
  /** Runs all checks and adds their results to `findings`. */
  examine(findings: NodeFindings): Promise<void>;
  /** Secrets, and URLs that contain passwords. They are removed from responses. */
  readonly secrets: readonly string[];
  readonly urls: readonly string[];
}

/** Time limit for all checks together. Proxies usually wait for a minute. */
const EXAMINE_MS = 50_000;

interface Diagnosis {
  readonly durationMs: number;
  readonly findings: readonly Pick<NodeFinding, 'id' | 'verdict' | 'message' | 'remedy'>[];
}

export function createDoctorHandlers(examiner: ServiceExaminer | undefined) {
  let running: Promise<Diagnosis> | undefined;
  const getDoctor: OperationHandler = async (_request, response) => {
    // Concurrent requests share one run, because the checks write to stores and open connections.
    running ??= diagnose(examiner).finally(() => {
      running = undefined;
    });
    response.set('Cache-Control', 'no-store').json(await running);
  };
  return { getDoctor };
}

async function diagnose(examiner: ServiceExaminer | undefined): Promise<Diagnosis> {
  const begunMs = performance.now();
  const findings = new NodeFindings();
  if (examiner !== undefined) await limitTime(EXAMINE_MS, () => examiner.examine(findings)).catch(report);
  const secrets = listSecrets(examiner?.secrets ?? [], examiner?.urls ?? []);
  return {
    durationMs: Math.round(performance.now() - begunMs),
    findings: sortFindings(findings.all).map(({ id, verdict, message, remedy }) => ({
      id,
      verdict,
      message: redactSecrets(message, secrets),
      ...(remedy !== undefined && { remedy: redactSecrets(remedy, secrets) }),
    })),
  };

  function report(error: unknown): void {
    findings.fault('doctor.run', `Some checks did not finish: ${(error as Error).message}.`, {
      remedy: 'Correct the faults that were found, and run the checks again.',
    });
  }
}
