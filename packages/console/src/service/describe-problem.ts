// Describes why a request failed, in the current language.
import { ServiceError } from '@holdfast/client/browser';
import { hasMessage, t } from '../language/t.ts';
import { LateResponseError } from './outage.ts';

interface ProblemText {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Returns the message, the detail and the request ID of a thrown value. */
export function describeProblem(problem: unknown): ProblemText {
  if (problem instanceof LateResponseError)
    return { title: t('common.late', { count: problem.seconds }), detail: t('common.lateWhy') };
  if (!(problem instanceof ServiceError))
    return {
      title: t('common.failed'),
      detail: problem instanceof Error ? problem.message : String(problem),
    };
  const { status, detail, requestId } = problem;
  if (status === undefined) return { title: t('common.unreachable') };
  const key = `common.status${status}`;
  return {
    title: hasMessage(key) ? t(key) : t('common.status', { status: String(status) }),
    detail,
    requestId,
  };
}
