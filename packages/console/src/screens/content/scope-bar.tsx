// Toolbar of the content screens: controls to choose the namespace and the AU, the sizes of both, and a download
// button.
import { useSignal } from '@preact/signals';
import { formatBytes } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { IconButton } from '../../parts/basic/icon-button.tsx';
import { AuChooser } from '../../parts/captures/choose-au.tsx';
import { ExportButtons } from '../../parts/captures/export-button.tsx';
import { type ContentScope, formatScopePath } from '../../parts/captures/scope.ts';
import { copyText } from '../../parts/feedback/copy-as-curl.tsx';
import { Select } from '../../parts/form/select.tsx';
import { formatHref, navigate } from '../../routing/location.ts';
import { canCall, repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

interface ScopeBarProps {
  readonly scope: ContentScope;
  readonly namespaces: readonly string[];
}

export function ScopeBar({ scope, namespaces }: ScopeBarProps) {
  const { namespace, auid } = scope;
  const isChoosing = useSignal(false);
  const all = [...new Set([...namespaces, namespace])].sort();
  return (
    <>
      <div class="scope-bar">
        <div class="scope-what">
          {all.length > 1 && (
            <Select
              label={t('content.namespace')}
              showLabel
              value={namespace}
              options={all.map((name) => ({ value: name, label: name }))}
              onChange={(chosen) => navigate(formatScopePath({ namespace: chosen, auid: undefined }))}
            />
          )}
          <span class="scope-au">
            <span class="muted">{t('content.au')}:</span>{' '}
            {auid === undefined ? (
              t('content.allAus')
            ) : (
              <>
                <AuName auid={auid} namespace={namespace} link />
                <IconButton icon="copy" label={t('au.copyAuid')} onClick={() => void copyText(auid)} />
              </>
            )}
          </span>
          <Button
            onClick={() => {
              isChoosing.value = true;
            }}
          >
            {t('content.chooseAu')}
          </Button>
          {auid !== undefined && (
            <a href={formatHref(formatScopePath({ namespace, auid: undefined }))}>{t('content.allAus')}</a>
          )}
        </div>
        <div class="row scope-actions">
          <ExportButtons namespace={namespace} auid={auid} />
          {canCall('repository', 'addArtifacts') && (
            <a class="button button-plain" href={formatHref('/import', { namespace, auid })}>
              {t('content.import')}
            </a>
          )}
        </div>
      </div>
      {auid !== undefined && <AuSizes namespace={namespace} auid={auid} />}
      {isChoosing.value && (
        <AuChooser
          namespace={namespace}
          onChoose={(chosen) => navigate(formatScopePath({ namespace, auid: chosen }))}
          onClose={() => {
            isChoosing.value = false;
          }}
        />
      )}
    </>
  );
}

function AuSizes({ namespace, auid }: { namespace: string; auid: string }) {
  const { value } = useResponse(
    (signal) => repository.getArtifactsSize({ auid, namespace }, { signal }),
    [namespace, auid],
  );
  if (value === undefined) return null;
  return (
    <p class="small muted">
      {t('content.auSizes', {
        latest: formatBytes(value.totalLatestVersions),
        all: formatBytes(value.totalAllVersions),
        stored: formatBytes(value.totalWarcSize),
      })}
    </p>
  );
}
