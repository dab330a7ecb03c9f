// Form for the configuration of an AU, with the parameters of its plugin. Definitional parameters are read-only,
// because another value would define another AU.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import type { AuConfiguration } from '../../parts/au/configured-au.ts';
import { fitsParameterType, toAuConfiguration, toAuFields } from '../../parts/au/form/au-fields.ts';
import { ParameterField } from '../../parts/au/form/parameter-field.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { canCall, configuration } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import type { LoadedAu } from './load-au.ts';

export interface ConfigurationFormProps {
  readonly au: LoadedAu;
  readonly onChanged: () => void;
}

export function ConfigurationForm({ au, onChanged }: ConfigurationFormProps) {
  return (
    <section class="card stack">
      <h2>{t('au.configuration')}</h2>
      {au.configured === undefined ? (
        <p class="muted">
          {t(au.documents === undefined ? 'au.notConfiguredButHeld' : 'au.notConfiguredWhy')}
        </p>
      ) : (
        <Form au={au} configured={au.configured} onChanged={onChanged} />
      )}
    </section>
  );
}

interface FormProps extends ConfigurationFormProps {
  readonly configured: AuConfiguration;
}

function Form({ au: { auid, plugin }, configured: { auConfig }, onChanged }: FormProps) {
  const fields = toAuFields(plugin?.parameters ?? [], auConfig);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(fields.map(({ key, value }) => [key, value])),
  );
  const { isBusy, problem, run } = useAction();
  const isMine = canCall('configuration', 'putAuConfiguration');
  const isChanged = fields.some(({ key, value }) => values[key] !== value);
  const fits = fields.every(({ key, parameter }) =>
    fitsParameterType(parameter?.type ?? 'STRING', values[key] ?? ''),
  );
  const body = { auId: auid, auConfig: toAuConfiguration(values, auConfig) };
  const reserved = Object.entries(auConfig).filter(([key]) => key.startsWith('reserved.'));

  function save(event: Event): Promise<void> {
    event.preventDefault();
    return run(async () => {
      await configuration.putAuConfiguration({ auid, body });
      showToast(t('au.saved'), { kind: 'good' });
      onChanged();
    });
  }

  return (
    <form class="stack" onSubmit={(event) => void save(event)}>
      {plugin === undefined && <p class="muted">{t('au.noPlugin')}</p>}
      <div class="parameters">
        {fields.map((field) => (
          <ParameterField
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            readOnly={!isMine || field.parameter?.definitional === true}
            onChange={(value) => setValues({ ...values, [field.key]: value })}
          />
        ))}
      </div>
      {reserved.length > 0 && (
        <dl class="facts small">
          {reserved.map(([key, value]) => (
            <div key={key}>
              <dt class="mono">{key}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {problem !== undefined && <ProblemMessage of={problem} />}
      {isMine && (
        <div class="row">
          <Button kind="primary" type="submit" busy={isBusy} disabled={!isChanged || !fits}>
            {t('au.save')}
          </Button>
          {isChanged && (
            <Button
              kind="quiet"
              onClick={() => setValues(Object.fromEntries(fields.map(({ key, value }) => [key, value])))}
            >
              {t('au.discard')}
            </Button>
          )}
          <CopyAsCurl service="configuration" operation="putAuConfiguration" input={{ auid, body }} />
        </div>
      )}
    </form>
  );
}
