// Dialogs to add or change a target of notifications, and to show the secret of a webhook once.
import { useRef, useState } from 'preact/hooks';
import { LANGUAGES, type Language } from '../../language/languages.ts';
import { language, t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Icon } from '../../parts/basic/icon.tsx';
import { copyText } from '../../parts/feedback/copy-as-curl.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { FormDialog } from '../../parts/feedback/form-dialog.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Select } from '../../parts/form/select.tsx';
import { useAction } from '../../service/use-action.ts';
import { KindChoice } from './kind-choice.tsx';
import { DEFAULT_KINDS, isAddress, type MergedTarget } from './merge-targets.ts';
import { addTarget, changeTarget, type TargetDraft } from './targets.ts';

interface TargetDialogProps {
  /** Target to change. Undefined to add one. */
  readonly target: MergedTarget | undefined;
  readonly onDone: (secret: string | undefined) => void;
  readonly onClose: () => void;
}

type FieldEvent = { readonly currentTarget: HTMLInputElement };

export function TargetDialog({ target, onDone, onClose }: TargetDialogProps) {
  const saving = useAction();
  const addressField = useRef<HTMLInputElement>(null);
  const [isTried, setTried] = useState(false);
  const [draft, setDraft] = useState<TargetDraft>(() => createDraft(target));
  const isFaulty = !isAddress(draft.type, draft.address.trim());
  const isSilent = draft.kinds.length === 0 && !draft.weekly;

  function save(): void {
    setTried(true);
    if (isFaulty) addressField.current?.focus();
    if (isFaulty || isSilent) return;
    void saving.run(async () => {
      if (target === undefined) onDone(await addTarget({ ...draft, address: draft.address.trim() }));
      else {
        await changeTarget(target, draft);
        onDone(undefined);
      }
    });
  }

  return (
    <FormDialog
      title={
        target === undefined ? t('notifications.add') : t('notifications.change', { name: target.address })
      }
      submitLabel={t(target === undefined ? 'notifications.add' : 'notifications.save')}
      action={saving}
      onSubmit={save}
      onClose={onClose}
    >
      {target === undefined && (
        <>
          <Select
            label={t('notifications.type')}
            showLabel
            value={draft.type}
            options={(['mail', 'webhook'] as const).map((value) => ({
              value,
              label: t(`notifications.type.${value}`),
            }))}
            onChange={(type) => setDraft({ ...draft, type: type as TargetDraft['type'] })}
          />
          <Field
            label={draft.type === 'mail' ? t('notifications.address') : t('notifications.url')}
            hint={draft.type === 'mail' ? undefined : t('notifications.urlHint')}
            fault={isTried && isFaulty ? t(`notifications.fault.${draft.type}`) : undefined}
          >
            <input
              ref={addressField}
              autocomplete="off"
              spellcheck={false}
              value={draft.address}
              onInput={({ currentTarget }: FieldEvent) =>
                setDraft({ ...draft, address: currentTarget.value })
              }
            />
          </Field>
        </>
      )}
      <p>{t('notifications.kindsAsked')}</p>
      <KindChoice kinds={draft.kinds} onChange={(kinds) => setDraft({ ...draft, kinds })} />
      <label class="choice">
        <input
          type="checkbox"
          checked={draft.weekly}
          onChange={(event) => setDraft({ ...draft, weekly: event.currentTarget.checked })}
        />
        <span>{t('notifications.weekly')}</span>
      </label>
      <Select
        label={t('notifications.language')}
        showLabel
        value={draft.language}
        options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        onChange={(chosen) => setDraft({ ...draft, language: chosen as Language })}
      />
      {isTried && isSilent && (
        <p class="field-fault" role="alert">
          {t('notifications.fault.kinds')}
        </p>
      )}
    </FormDialog>
  );
}

function createDraft(target: MergedTarget | undefined): TargetDraft {
  if (target === undefined)
    return { type: 'mail', address: '', kinds: DEFAULT_KINDS, language: language.value, weekly: true };
  const { type, address, places } = target;
  const first = places[0]!.target;
  const weekly = places.some((place) => place.target.weekly);
  return { type, address, kinds: first.kinds, language: first.language, weekly };
}

export function WebhookSecretDialog({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={t('notifications.secret')} onClose={onClose}>
      <div class="stack">
        <p>{t('notifications.secretOnce')}</p>
        <Field label={t('notifications.secret')}>
          <input
            class="notifications-secret"
            readOnly
            value={secret}
            onFocus={(event: FieldEvent) => event.currentTarget.select()}
          />
        </Field>
        <div class="dialog-actions">
          <Button onClick={() => void copyText(secret)}>
            <Icon name="copy" /> {t('notifications.copySecret')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('notifications.secretKept')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
