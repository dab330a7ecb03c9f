// Shows why a request failed: the message of the service, the request ID for searching the service's log, and a Retry
// button.
import { ServiceError } from '@holdfast/client/browser';
import { hasMessage, t } from '../../language/t.ts';
import { LateResponseError } from '../../service/outage.ts';
import { Button } from '../basic/button.tsx';

export interface ProblemProps {
  /** The thrown value. */
  readonly of: unknown;
  readonly again?: () => void;
}

export function ProblemMessage({ of, again }: ProblemProps) {
  const { title, detail, requestId } = describeProblem(of);
  return (
    <div class="problem" role="alert">
      <p class="problem-title">{title}</p>
      {detail !== undefined && <p>{detail}</p>}
      {requestId !== undefined && (
        <p class="small muted">
          {t('common.requestId')} <code class="mono">{requestId}</code>
        </p>
      )}
      {again !== undefined && <Button onClick={again}>{t('common.again')}</Button>}
    </div>
  );
}

interface Words {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
}

export function describeProblem(problem: unknown): Words {
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
