// Dialog for a new AU, in which the user selects a plugin and enters the definitional parameters. The configuration
// service computes the AUID. Users with the necessary role can also configure the AU.
import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { loadConfiguredAu } from '../../parts/au/configured-au.ts';
import {
  type AuParameterValues,
  fitsParameterType,
  type PluginParameter,
  toAuFields,
} from '../../parts/au/form/au-fields.ts';
import { ParameterField } from '../../parts/au/form/parameter-field.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Combobox } from '../../parts/form/combobox.tsx';
import { canCall, configuration } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponse } from '../../service/use-response.ts';
import { findPluginGroups, PLUGIN_QUERY, type PluginOption } from './plugin-choice.ts';

interface NewAuProps {
  readonly onMade: (auid: string) => void;
  readonly onClose: () => void;
}

export function NewAuForm({ onMade, onClose }: NewAuProps) {
  const plugin = useSignal<PluginOption | undefined>(undefined);
  const plugins = useResponse(
    (signal) => configuration.queryPlugins({ pluginQuery: PLUGIN_QUERY }, { signal }),
    [],
  );
  const titles = { plugins: t('import.plugins'), base: t('import.basePlugin') };
  return (
    <Dialog title={t('import.newAu')} onClose={onClose} wide>
      {plugins.problem !== undefined && <ProblemMessage of={plugins.problem} again={plugins.again} />}
      {plugins.value === undefined && plugins.problem === undefined && <LoadingIndicator />}
      {plugins.value && (
        <div class="stack combobox-space">
          <Combobox
            label={t('import.plugin')}
            placeholder={t('import.whichPlugin')}
            value={plugin.value?.title ?? ''}
            load={async (text) => findPluginGroups(plugins.value ?? [], text, titles)}
            onChoose={(option) => {
              plugin.value = option;
            }}
          />
          {plugin.value !== undefined && (
            <p class="small muted">
              <code class="mono breaks">{plugin.value.key}</code>
            </p>
          )}
          {plugin.value !== undefined && (
            <ParameterSection
              key={plugin.value.key}
              pluginId={plugin.value.key}
              onMade={onMade}
              onClose={onClose}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function ParameterSection({ pluginId, onMade, onClose }: NewAuProps & { pluginId: string }) {
  const { value, problem, again } = useResponse(
    (signal) => configuration.getPluginParameters({ pluginId }, { signal }),
    [pluginId],
  );
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  const defining = value.parameters.filter(({ definitional }) => definitional);
  return <ParameterForm pluginId={pluginId} parameters={defining} onMade={onMade} onClose={onClose} />;
}

interface ParameterFormProps extends NewAuProps {
  readonly pluginId: string;
  readonly parameters: readonly PluginParameter[];
}

function ParameterForm({ pluginId, parameters, onMade, onClose }: ParameterFormProps) {
  const values = useSignal<AuParameterValues>({});
  const isConfigured = useSignal(canCall('configuration', 'putAuConfiguration'));
  const making = useAction();
  const isWhole = parameters.every(
    ({ key, type }) => (values.value[key] ?? '') !== '' && fitsParameterType(type, values.value[key]!),
  );
  const auid = useResponse(
    async (signal) => (isWhole ? requestAuid(pluginId, values.value, signal) : undefined),
    [pluginId, JSON.stringify(values.value), isWhole],
    { keep: true },
  );

  const problem = making.problem ?? auid.problem;

  function make(event: Event): void {
    event.preventDefault();
    if (!isWhole) return;
    void making.run(async () => {
      const made = await requestAuid(pluginId, values.value);
      if (isConfigured.value) await configureAu(made, values.value);
      onMade(made);
      onClose();
    });
  }

  return (
    <form class="stack" onSubmit={make}>
      {toAuFields(parameters, {}).map((field) => (
        <ParameterField
          key={field.key}
          field={field}
          value={values.value[field.key] ?? ''}
          onChange={(text) => {
            values.value = { ...values.value, [field.key]: text };
          }}
        />
      ))}
      <p class="small" aria-live="polite">
        <span class="muted">{t('import.auid')}</span>{' '}
        <bdi class="mono url-text">{isWhole ? (auid.value ?? '…') : t('import.auidLater')}</bdi>
      </p>
      {canCall('configuration', 'putAuConfiguration') && (
        <label class="check">
          <input
            type="checkbox"
            checked={isConfigured.value}
            onChange={(event) => {
              isConfigured.value = event.currentTarget.checked;
            }}
          />
          <span>{t('import.configureToo')}</span>
        </label>
      )}
      {problem !== undefined && <ProblemMessage of={problem} />}
      <div class="row">
        <Button kind="primary" type="submit" busy={making.isBusy} disabled={!isWhole}>
          {t('import.useAu')}
        </Button>
      </div>
    </form>
  );
}

async function requestAuid(
  pluginId: string,
  values: AuParameterValues,
  signal?: AbortSignal,
): Promise<string> {
  const body = { pluginId, auConfig: JSON.stringify(values) };
  const { auid } = await configuration.calculateAuid({ body }, { signal });
  return auid;
}

/** Configures the AU unless it is already configured. */
async function configureAu(auid: string, auConfig: AuParameterValues): Promise<void> {
  if ((await loadConfiguredAu(auid)) === undefined)
    await configuration.putAuConfiguration({ auid, body: { auId: auid, auConfig } });
}
