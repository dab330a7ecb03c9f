// Table of the artifacts that a check did not find intact.
import type { CheckException, CheckReport } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { repository } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';

const PAGE = 100;
const MAX_URL = 600;

/** `first`: the check with the first page of its exceptions. */
export function ExceptionTable({ first }: { first: CheckReport }) {
  const [further, setFurther] = useState<readonly CheckReport[]>([]);
  const loading = useAction();
  const pages = [first, ...further];
  const exceptions = pages.flatMap((page) => page.exceptions);
  const { continuationToken } = pages.at(-1)!.pageInfo;
  if (exceptions.length === 0) return null;
  const more = () =>
    loading.run(async () => {
      const input = { check: first.check, limit: PAGE, ...(continuationToken && { continuationToken }) };
      const page = await repository.getCheck(input);
      setFurther([...further, page]);
    });
  return (
    <section class="card stack">
      <h2>{t('checks.exceptions')}</h2>
      <ScrollRegion label={t('checks.exceptions')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('checks.artifact')}</th>
              <th scope="col">{t('checks.result')}</th>
              <th scope="col">{t('checks.store')}</th>
              <th scope="col">{t('checks.repairedFrom')}</th>
            </tr>
          </thead>
          <tbody>
            {exceptions.map((one) => (
              <ExceptionRow key={one.uuid} exception={one} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {loading.problem !== undefined && <ProblemMessage of={loading.problem} />}
      {continuationToken !== undefined && (
        <div class="not-printed">
          <Button busy={loading.isBusy} onClick={() => void more()}>
            {t('checks.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

function ExceptionRow({ exception }: { exception: CheckException }) {
  const { uuid, namespace, uri, outcome, store, reason, repairedFrom } = exception;
  return (
    <tr>
      <td class="breaks">
        <a href={formatHref(formatPath('/artifacts/:uuid', { uuid }), { namespace })}>
          <bdi>{shortenMiddle(uri, MAX_URL)}</bdi>
        </a>
        <br />
        <code class="small muted">{uuid}</code>
      </td>
      <td>
        {t(`checks.${outcome}`)}
        <div class="small muted breaks">{reason}</div>
      </td>
      <td>{store ?? '–'}</td>
      <td>{repairedFrom ?? t('checks.notRepaired')}</td>
    </tr>
  );
}
