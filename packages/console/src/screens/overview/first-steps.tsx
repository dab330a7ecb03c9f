// What to do first on a node that holds nothing: drop an archive here, or go where one is chosen.
import { useSignal } from '@preact/signals';
import { handedOver } from '../../imports/handed-over.ts';
import { t } from '../../language/t.ts';
import { Empty } from '../../parts/empty.tsx';
import { go, hrefOf } from '../../routing/location.ts';
import { may } from '../../service/clients.ts';

export function FirstSteps() {
  return may('repository', 'addArtifacts') ? (
    <DropPlace />
  ) : (
    <Empty title={t('overview.empty')}>{t('overview.emptyReader')}</Empty>
  );
}

function DropPlace() {
  const isOver = useSignal(false);
  return (
    <section
      class={`drop-place${isOver.value ? ' drop-over' : ''}`}
      aria-label={t('overview.firstSteps')}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        // What was dropped is gone when the drop has been handled: entries stay.
        const items = Array.from(event.dataTransfer?.items ?? []);
        const entries = items.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
        if (entries.length === 0) return;
        handedOver.value = entries;
        go('/import');
      }}
    >
      <Empty
        title={t('overview.dropHere')}
        action={
          <a class="button button-primary" href={hrefOf('/import')}>
            {t('overview.toImport')}
          </a>
        }
      >
        {t('overview.dropWhat')}
      </Empty>
    </section>
  );
}
