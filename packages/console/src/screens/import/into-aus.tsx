// Shows the progress of an import per AU, with links to the imported content.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import {
  type AuImportProgress,
  countFinishedFiles,
  hasImportedContent,
} from '../../imports/import-progress.ts';
import { importQueue } from '../../imports/imports.ts';
import { importView } from '../../imports/view.ts';
import { formatCount } from '../../language/format.ts';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { getAuName } from '../../parts/au/au-names.ts';
import { Button } from '../../parts/basic/button.tsx';
import { DEFAULT_NAMESPACE, formatScopePath } from '../../parts/captures/scope.ts';
import { formatHref } from '../../routing/location.ts';

const SHOWN_AT_FIRST = 6;
const MAX_AUID = 400;

export function AuImportSection() {
  const isOpen = useSignal(false);
  // Subscribes to the version, which changes with each update.
  void importView.value.version;
  const { aus } = importQueue;
  const shown = isOpen.value ? aus : aus.slice(0, SHOWN_AT_FIRST);
  return (
    <div class="stack">
      <h2>{t('import.into', { count: aus.length })}</h2>
      <ul class="import-aus">
        {shown.map((au) => (
          <IntoAu key={JSON.stringify([au.namespace, au.auid])} au={au} isOnly={aus.length === 1} />
        ))}
      </ul>
      {shown.length < aus.length && (
        <div class="row">
          <Button
            kind="quiet"
            onClick={() => {
              isOpen.value = true;
            }}
          >
            {t('import.allAus', { count: aus.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Shows the progress of one AU. Omits the counts of a single AU, because they equal the totals above. */
function IntoAu({ au, isOnly }: { au: AuImportProgress; isOnly: boolean }) {
  const { auid, namespace } = au;
  const id = useId();
  return (
    <li>
      <div class="import-au">
        <h3 class="breaks" id={id}>
          <AuName auid={auid} />
        </h3>
        {getAuName(auid) !== undefined && (
          <p class="small muted mono breaks">{shortenMiddle(auid, MAX_AUID)}</p>
        )}
        {namespace !== DEFAULT_NAMESPACE && (
          <p class="small muted breaks">{t('import.inNamespace', { namespace })}</p>
        )}
        {!isOnly && <Counts au={au} />}
      </div>
      {hasImportedContent(au) && (
        <a
          class="button button-plain"
          href={formatHref(formatScopePath({ namespace, auid }))}
          aria-describedby={isOnly ? undefined : id}
        >
          {t('import.toContent')}
        </a>
      )}
    </li>
  );
}

function Counts({ au }: { au: AuImportProgress }) {
  const { files, failed, inAlready, counts } = au;
  const shownCounts = [
    { label: t('import.outcome.OK'), count: counts.OK, isAlways: true },
    { label: t('import.outcome.DUPLICATE'), count: counts.DUPLICATE },
    { label: t('import.outcome.EXCLUDED'), count: counts.EXCLUDED },
    { label: t('import.outcome.ERROR'), count: counts.ERROR, isBad: true },
    { label: t('import.filesInAlready'), count: inAlready },
    { label: t('import.filesFailed'), count: failed, isBad: true },
  ].filter(({ count, isAlways }) => isAlways || count > 0);
  return (
    <p class="small">
      {t('import.doneOf', { done: countFinishedFiles(au), count: files })}
      {shownCounts.map(({ label, count, isBad }) => (
        <span key={label} class={isBad ? 'text-bad' : ''}>
          {` · ${label} `}
          <span class="number">{formatCount(count)}</span>
        </span>
      ))}
    </p>
  );
}
