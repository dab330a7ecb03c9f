// Shows why a request failed: the message of the service, the request ID for searching the service's log, and a Retry
// button.
import { t } from '../../language/t.ts';
import { describeProblem } from '../../service/describe-problem.ts';
import { Button } from '../basic/button.tsx';

export interface ProblemProps {
  /** Error to display, as it was thrown. */
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
