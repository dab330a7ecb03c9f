// The head of the HTTP response that was captured, line by line.
import { Fragment } from 'preact';
import { printable, shortened } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Empty } from '../../parts/basic/empty.tsx';
import { Loading } from '../../parts/basic/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import type { Answer } from '../../service/use-answer.ts';
import type { LoadedPreview } from '../content/preview/load-preview.ts';

const MOST_VALUE = 4_000;
const MOST_FIELDS = 500;

export function Headers({ value, problem, again }: Answer<LoadedPreview>) {
  if (problem !== undefined) return <Problem of={problem} again={again} />;
  if (value === undefined) return <Loading />;
  const { head } = value;
  if (head === undefined) return <Empty title={t('artifact.noHead')}>{t('artifact.noHeadWhy')}</Empty>;
  return (
    <div class="stack">
      <p>
        <code class="mono url-text">{shortened(head.statusLine, MOST_VALUE)}</code>
      </p>
      <dl class="facts">
        {head.fields.slice(0, MOST_FIELDS).map(({ name, value: content }, at) => (
          <Fragment key={`${at}`}>
            <dt>
              <bdi class="url-text">{name === '' ? '–' : printable(name)}</bdi>
            </dt>
            <dd>
              <bdi class="mono url-text">{shortened(content, MOST_VALUE)}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
