// Dialog that requests a fixity check, once or periodically.
import type { CheckScopeToRequest, NewCheck } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { findAusWithContent } from '../../parts/captures/find-aus.ts';
import { DEFAULT_NAMESPACE } from '../../parts/captures/scope.ts';
import { FormDialog } from '../../parts/feedback/form-dialog.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { Combobox } from '../../parts/form/combobox.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Select } from '../../parts/form/select.tsx';
import { formatPath, navigate } from '../../routing/location.ts';
import { repository } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponse } from '../../service/use-response.ts';

type CheckScopeKind = CheckScopeToRequest['kind'];
type Stores = NonNullable<NewCheck['stores']>;
type FieldEvent = { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement };

const KINDS: readonly CheckScopeKind[] = ['au', 'namespace', 'urlPrefix', 'list', 'node'];
const STORES: readonly Stores[] = ['ordinary', 'archive', 'all'];
const PERIODS = [30, 90, 180, 365];

interface StartProps {
  readonly auid: string | undefined;
  readonly namespace: string | undefined;
  readonly onClose: () => void;
}

export function StartDialog({ auid, namespace, onClose }: StartProps) {
  const kind = useSignal<CheckScopeKind>('au');
  const named = useSignal(namespace ?? '');
  const au = useSignal(auid ?? '');
  const prefix = useSignal('');
  const listed = useSignal('');
  const stores = useSignal<Stores>('ordinary');
  const reason = useSignal('');
  const periodDays = useSignal(0);
  const starting = useAction();
  const { value: namespaces } = useResponse((signal) => repository.getNamespaces({}, { signal }), []);
  const canRepeat = kind.value === 'au' || kind.value === 'namespace';
  const hasNamespace = kind.value !== 'node';
  const uuids = listed.value.split(/[\s,;]+/).filter((text) => text !== '');
  const within = named.value === '' ? {} : { namespace: named.value };
  const scopes = {
    node: { kind: 'node' },
    namespace: { kind: 'namespace', ...within },
    au: { kind: 'au', ...within, auid: au.value },
    urlPrefix: {
      ...{ kind: 'urlPrefix', ...within, urlPrefix: prefix.value.trim() },
      ...(au.value !== '' && { auid: au.value }),
    },
    list: { kind: 'list', ...within, uuids },
  } as const satisfies { [K in CheckScopeKind]: CheckScopeToRequest & { kind: K } };
  const scope = scopes[kind.value];
  const isComplete =
    (kind.value !== 'au' || au.value !== '') &&
    (kind.value !== 'urlPrefix' || scopes.urlPrefix.urlPrefix !== '') &&
    (kind.value !== 'list' || uuids.length > 0);
  const start = () =>
    starting.run(async () => {
      if ((scope.kind === 'au' || scope.kind === 'namespace') && periodDays.value > 0) {
        const body = { scope, stores: stores.value, periodDays: periodDays.value };
        await repository.addCheckSchedule({ body });
        showToast(t('checks.scheduleAdded'), { kind: 'good' });
        navigate('/checks?tab=schedules');
        return;
      }
      const why = reason.value.trim();
      const body = { scope, stores: stores.value, ...(why !== '' && { reason: why }) };
      const { check } = await repository.requestCheck({ body });
      navigate(formatPath('/checks/:check', { check }));
    });
  return (
    <FormDialog
      title={t('checks.start')}
      submitLabel={t('checks.startNow')}
      disabled={!isComplete}
      action={starting}
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <p class="muted">{t('checks.startWhy')}</p>
      <Select
        showLabel
        label={t('checks.what')}
        value={kind.value}
        options={KINDS.map((value) => ({ value, label: t(`checks.scope.${value}`) }))}
        onChange={(value) => {
          kind.value = value as CheckScopeKind;
        }}
      />
      {hasNamespace && (
        <Select
          showLabel
          label={t('checks.namespace')}
          value={named.value}
          options={[
            { value: '', label: t('checks.defaultNamespace') },
            ...(namespaces ?? [])
              .filter((name) => name !== DEFAULT_NAMESPACE)
              .map((value) => ({ value, label: value })),
          ]}
          onChange={(value) => {
            named.value = value;
          }}
        />
      )}
      {(kind.value === 'au' || kind.value === 'urlPrefix') && (
        <AuField
          label={t(kind.value === 'au' ? 'checks.au' : 'checks.auOptional')}
          namespace={named.value || DEFAULT_NAMESPACE}
          auid={au.value}
          onChange={(chosen) => {
            au.value = chosen;
          }}
        />
      )}
      {kind.value === 'urlPrefix' && (
        <Field label={t('checks.urlPrefix')} hint="http://www.example.org/">
          <input
            value={prefix.value}
            onInput={({ currentTarget }: FieldEvent) => {
              prefix.value = currentTarget.value;
            }}
          />
        </Field>
      )}
      {kind.value === 'list' && (
        <Field label={t('checks.uuids')} hint={t('checks.uuidsHint')}>
          <textarea
            rows={4}
            value={listed.value}
            onInput={({ currentTarget }: FieldEvent) => {
              listed.value = currentTarget.value;
            }}
          />
        </Field>
      )}
      <Select
        showLabel
        label={t('checks.storesToRead')}
        value={stores.value}
        options={STORES.map((value) => ({ value, label: t(`checks.stores.${value}`) }))}
        onChange={(value) => {
          stores.value = value as Stores;
        }}
      />
      {canRepeat && (
        <Select
          showLabel
          label={t('checks.repeat')}
          value={String(periodDays.value)}
          options={[
            { value: '0', label: t('checks.once') },
            ...PERIODS.map((days) => ({
              value: String(days),
              label: t('checks.everyDays', { count: days }),
            })),
          ]}
          onChange={(value) => {
            periodDays.value = Number(value);
          }}
        />
      )}
      {!(canRepeat && periodDays.value > 0) && (
        <Field label={t('checks.reasonOptional')}>
          <input
            maxLength={2000}
            value={reason.value}
            onInput={({ currentTarget }: FieldEvent) => {
              reason.value = currentTarget.value;
            }}
          />
        </Field>
      )}
    </FormDialog>
  );
}

interface AuFieldProps {
  readonly label: string;
  readonly namespace: string;
  /** AUID of the chosen AU. Empty if no AU is chosen. */
  readonly auid: string;
  readonly onChange: (auid: string) => void;
}

/** Shows the chosen AU, or a field to find one by its name or AUID. */
function AuField({ label, namespace, auid, onChange }: AuFieldProps) {
  if (auid === '')
    return (
      <Combobox
        label={label}
        placeholder={t('content.findAuHint')}
        load={(text, signal) => findAusWithContent({ namespace, title: t('content.aus') }, text, signal)}
        onChoose={({ key }) => onChange(key)}
        onSubmit={onChange}
      />
    );
  return (
    <div class="field">
      <span class="muted">{label}</span>
      <span class="row">
        <span class="breaks">
          <AuName auid={auid} />
        </span>
        <Button onClick={() => onChange('')}>{t('checks.otherAu')}</Button>
      </span>
    </div>
  );
}
