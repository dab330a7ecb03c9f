// Cards of the object stores: how complete each of them is, when it will be complete, and how to retire it.
import type { RepositorySummary, StoreCopies } from '@holdfast/api-types';
import { formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Icon } from '../../parts/basic/icon.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { copyText } from '../../parts/feedback/copy-as-curl.tsx';
import { ProgressBar } from '../../parts/feedback/progress.tsx';
import { assessStore, type StoreCondition } from '../../service/store-condition.ts';
import { CopiesGuide } from './copies-guide.tsx';

const BADGES: Readonly<Record<StoreCondition, string>> = {
  complete: 'badge badge-good',
  filling: 'badge badge-warning',
  behind: 'badge badge-warning',
  unwritten: 'badge badge-warning',
  retiring: 'badge',
  away: 'badge badge-bad',
  removed: 'badge',
};

interface StoreListProps {
  /** All stores of the node. Empty if the node has only one store. */
  readonly stores: readonly StoreCopies[];
  /** Store of a node that has only one store. */
  readonly only: RepositorySummary['store'];
}

export function StoreList({ stores, only }: StoreListProps) {
  if (stores.length === 0) return <OnlyStore store={only} />;
  const used = stores.filter(({ state }) => state !== 'removed');
  return (
    <>
      <ul class="copies">
        {stores.map((store) => (
          <StoreCard key={store.location + store.state} store={store} isOnlyOne={used.length === 1} />
        ))}
      </ul>
      <section class="card stack">
        <h2>{t('keeping.changeStores')}</h2>
        <dl class="facts">
          {['add', 'replace', 'retire'].map((change) => (
            <StoreChange key={change} change={change} />
          ))}
        </dl>
        <CopiesGuide section="several" />
      </section>
    </>
  );
}

function StoreChange({ change }: { change: string }) {
  return (
    <>
      <dt>{t(`keeping.changeStores.${change}`)}</dt>
      <dd>{t(`keeping.changeStores.${change}How`)}</dd>
    </>
  );
}

function OnlyStore({ store: { name, type } }: { store: RepositorySummary['store'] }) {
  return (
    <section class="card stack">
      <div class="row row-between">
        <h2 class="breaks">{name}</h2>
        <span class="badge badge-warning">{t('keeping.onlyStore')}</span>
      </div>
      <p class="muted">{t(`keeping.storeType.${type}`)}</p>
      <p>{t('keeping.onlyStoreWhat')}</p>
      <CopiesGuide section="several" />
    </section>
  );
}

function StoreCard({ store, isOnlyOne }: { store: StoreCopies; isOnlyOne: boolean }) {
  const { name, role, location, reason } = store;
  const condition = assessStore(store);
  return (
    <li class="card stack">
      <div class="row row-between">
        <h2 class="breaks">{name}</h2>
        <span class={BADGES[condition]}>{t(`common.store.${condition}`)}</span>
      </div>
      <p class="muted">
        {t(`keeping.role.${role}`)} · <code class="breaks">{location}</code>
      </p>
      {reason !== undefined && <p class="bad breaks">{t('keeping.storeReason', { reason })}</p>}
      {condition !== 'complete' && <p>{t(`keeping.storeNote.${condition}`)}</p>}
      {condition !== 'removed' && <Completeness store={store} />}
      {condition !== 'removed' && !isOnlyOne && <Retirement name={name} />}
    </li>
  );
}

function Completeness({ store }: { store: StoreCopies }) {
  const { objects, complete, missing, damaged, queued } = store;
  return (
    <>
      <ProgressBar
        label={t('keeping.intactCopies')}
        share={objects === 0 ? 1 : complete / objects}
        text={t('keeping.countOf', { count: formatCount(complete), total: formatCount(objects) })}
      />
      <dl class="facts">
        <dt>{t('keeping.missingCopies')}</dt>
        <dd class={missing > 0 ? 'warning' : ''}>{formatCount(missing)}</dd>
        <dt>{t('keeping.damagedCopies')}</dt>
        <dd class={damaged > 0 ? 'bad' : ''}>{formatCount(damaged)}</dd>
        <dt>{t('keeping.queuedCopies')}</dt>
        <dd>{formatCount(queued)}</dd>
        <dt>{t('keeping.completeAt')}</dt>
        <dd>
          <ExpectedEnd store={store} />
        </dd>
      </dl>
    </>
  );
}

function ExpectedEnd({ store: { missing, damaged, queued, stalled, expectedEnd } }: { store: StoreCopies }) {
  if (missing + damaged + queued === 0) return <span class="good">{t('keeping.completeNow')}</span>;
  if (stalled) return <span class="warning">{t('keeping.stalled')}</span>;
  if (expectedEnd !== undefined) return <Time at={expectedEnd} age />;
  return <span class="muted">{t('keeping.endUnknown')}</span>;
}

/** Shows the command that retires the store, because the API has no operation for it. */
function Retirement({ name }: { name: string }) {
  const command = `./holdfast keep copies retire ${name}`;
  return (
    <details>
      <summary>{t('keeping.retire')}</summary>
      <div class="stack store-retirement">
        <p>{t('keeping.retireHow')}</p>
        <div class="row">
          <code class="breaks">{command}</code>
          <Button kind="quiet" onClick={() => void copyText(command)}>
            <Icon name="copy" /> {t('keeping.copyCommand')}
          </Button>
        </div>
      </div>
    </details>
  );
}
