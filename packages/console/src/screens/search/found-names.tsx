// Lists of the AUs, titles and publishers that a search found.
import type { ComponentChildren } from 'preact';
import { t } from '../../language/t.ts';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { findAus, findPublishers, findTitles } from '../../search/find-names.ts';
import { formatTitlePath } from '../../search/search-paths.ts';
import { useResponse } from '../../service/use-response.ts';

const MAX_NAMES = 50;

interface TextProps {
  readonly text: string;
}

interface FoundLine {
  readonly key: string;
  readonly name: string;
  readonly hint?: string;
  readonly path: string;
}

export function FoundAus({ text }: TextProps) {
  return (
    <FoundList
      title={t('found.group.aus')}
      text={text}
      load={async (signal) =>
        (await findAus(text, MAX_NAMES, signal)).map(({ auid, name }) => ({
          key: auid,
          name: name || auid,
          path: formatPath('/aus/:auid', { auid }),
        }))
      }
    />
  );
}

export function FoundTitles({ text }: TextProps) {
  return (
    <FoundList
      title={t('found.group.titles')}
      text={text}
      load={async (signal) =>
        (await findTitles(text, MAX_NAMES, signal)).map(({ id, name, publisher, issns }) => ({
          key: `${publisher} ${id} ${name}`,
          name,
          path: formatTitlePath(name),
          hint: [publisher, ...issns].join(' · '),
        }))
      }
    />
  );
}

export function FoundPublishers({ text }: TextProps) {
  return (
    <FoundList
      title={t('found.group.publishers')}
      text={text}
      load={async (signal) =>
        (await findPublishers(text, MAX_NAMES, signal)).map((name) => ({
          key: name,
          name,
          path: formatTitlePath(name),
        }))
      }
    />
  );
}

interface ListProps extends TextProps {
  readonly title: string;
  readonly load: (signal: AbortSignal) => Promise<FoundLine[]>;
}

function FoundList({ title, text, load }: ListProps) {
  const { value, problem, again } = useResponse(load, [text]);
  let shown: ComponentChildren = <LoadingIndicator />;
  if (problem !== undefined) shown = <ProblemMessage of={problem} again={again} />;
  else if (value?.length === 0) shown = <p>{t('found.none')}</p>;
  else if (value !== undefined)
    shown = (
      <ul class="stack">
        {value.map(({ key, name, hint, path }) => (
          <li key={key} class="breaks">
            <a href={formatHref(path)}>
              <bdi>{name}</bdi>
            </a>{' '}
            {hint !== undefined && <span class="small muted">{hint}</span>}
          </li>
        ))}
      </ul>
    );
  return (
    <section class="stack">
      <h2>{title}</h2>
      {shown}
    </section>
  );
}
