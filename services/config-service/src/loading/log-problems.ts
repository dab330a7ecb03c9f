// Logs each problem of a load only once, even if later loads find it again. Logs notices when their number changes.
import type { Log } from '@holdfast/service-kit';
import type { LoadStepOutcome } from './steps.ts';

/** Called with the result of every loading step. */
export type ProblemLogger = (step: string, outcome: LoadStepOutcome) => void;

/** Maximum number of notices that are logged individually. Their total is always logged. */
const MAX_NOTICES = 10;

/** Creates a logger, which remembers the problems of the previous load by step. */
export function createProblemLogger(log: Pick<Log, 'info' | 'warn'>): ProblemLogger {
  const before = new Map<string, LoggedFindings>();
  return (step, { problems, notices }) => {
    const previous = before.get(step) ?? nothing;
    const now = { problems: new Set(problems), noticeCount: notices?.count ?? 0 };
    before.set(step, now);
    for (const problem of now.problems) {
      if (!previous.problems.has(problem)) log.warn({ step, problem }, 'a problem while loading');
    }
    const over = [...previous.problems].filter((problem) => !now.problems.has(problem)).length;
    if (over > 0)
      log.info({ step, count: over, left: now.problems.size }, 'problems while loading were resolved');
    if (now.noticeCount === previous.noticeCount) return;
    for (const notice of notices?.sentences.slice(0, MAX_NOTICES) ?? []) {
      log.info({ step, notice }, 'a notice while loading');
    }
    log.info({ step, count: now.noticeCount }, 'number of notices while loading');
  };
}

interface LoggedFindings {
  readonly problems: ReadonlySet<string>;
  readonly noticeCount: number;
}

const nothing: LoggedFindings = { problems: new Set(), noticeCount: 0 };
