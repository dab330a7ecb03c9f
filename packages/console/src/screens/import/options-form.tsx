// Form for the destination and the options of an import.
import { useSignal } from '@preact/signals';
import type { ImportOptions } from '../../imports/import-queue.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { AuChooser } from '../../parts/captures/choose-au.tsx';
import { Field } from '../../parts/form/field.tsx';
import { canCall } from '../../service/clients.ts';
import { NewAuForm } from './new-au.tsx';
import { isValidNamespace, isValidPattern, storeImportOptions } from './options.ts';

interface OptionsFormProps {
  readonly options: ImportOptions;
  readonly onChange: (options: ImportOptions) => void;
}

export function ImportOptionsForm({ options, onChange }: OptionsFormProps) {
  const dialog = useSignal<'choose' | 'make' | undefined>(undefined);
  const change = (changes: Partial<ImportOptions>) => {
    const changed = { ...options, ...changes };
    storeImportOptions(changed);
    onChange(changed);
  };
  const close = () => {
    dialog.value = undefined;
  };
  return (
    <div class="import-options stack">
      <Field label={t('import.auid')} hint={t('import.auidHint')}>
        <textarea
          class="mono"
          rows={3}
          spellcheck={false}
          value={options.auid}
          onInput={(event: { currentTarget: HTMLTextAreaElement }) =>
            change({ auid: event.currentTarget.value.replace(/[\r\n]+/g, '').trim() })
          }
        />
      </Field>
      <div class="row">
        <Button
          onClick={() => {
            dialog.value = 'choose';
          }}
        >
          {t('import.chooseAu')}
        </Button>
        {canCall('configuration', 'getPluginParameters') && (
          <Button
            onClick={() => {
              dialog.value = 'make';
            }}
          >
            {t('import.makeAu')}
          </Button>
        )}
      </div>
      <details class="import-more">
        <summary>{t('import.more')}</summary>
        <div class="stack">
          <Field
            label={t('import.namespace')}
            fault={isValidNamespace(options.namespace) ? undefined : t('import.noNamespace')}
          >
            <input
              spellcheck={false}
              autocomplete="off"
              value={options.namespace}
              onInput={(event: { currentTarget: HTMLInputElement }) =>
                change({ namespace: event.currentTarget.value.trim() })
              }
            />
          </Field>
          <Field
            label={t('import.exclude')}
            hint={t('import.excludeHint')}
            fault={isValidPattern(options.excludeStatusPattern) ? undefined : t('import.noPattern')}
          >
            <input
              class="mono"
              spellcheck={false}
              autocomplete="off"
              placeholder="[45]\d\d"
              value={options.excludeStatusPattern}
              onInput={(event: { currentTarget: HTMLInputElement }) =>
                change({ excludeStatusPattern: event.currentTarget.value.trim() })
              }
            />
          </Field>
          {(['storeDuplicate', 'quarantine', 'again'] as const).map((name) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={options[name]}
                onChange={(event) => change({ [name]: event.currentTarget.checked })}
              />
              <span>
                {t(`import.${name}`)}
                <span class="small muted"> {t(`import.${name}Hint`)}</span>
              </span>
            </label>
          ))}
        </div>
      </details>
      {dialog.value === 'choose' && (
        <AuChooser namespace={options.namespace} onChoose={(auid) => change({ auid })} onClose={close} />
      )}
      {dialog.value === 'make' && <NewAuForm onMade={(auid) => change({ auid })} onClose={close} />}
    </div>
  );
}
