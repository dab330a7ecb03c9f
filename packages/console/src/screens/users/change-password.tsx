// Form in which users change their password. Changing it ends all other sessions of the user.
import { ServiceError } from '@holdfast/client/browser';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { Field } from '../../parts/form/field.tsx';
import { canCall } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { getLoginsClient } from './logins.ts';
import { checkPassword, NewPasswordFields, type PasswordDraft } from './new-password.tsx';

const NOTHING: PasswordDraft = { password: '', again: '' };

interface ChangePasswordProps {
  /** Name of the setting that defines the user, such as `USERS_FILE`. Undefined if unknown. */
  readonly from: string | undefined;
  /** True to scroll to the form and move the focus to its heading. */
  readonly isWanted: boolean;
}

export function ChangePasswordForm({ from, isWanted }: ChangePasswordProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    heading.current?.scrollIntoView({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <section class="card stack">
      <h2 ref={heading} tabIndex={-1}>
        {t('users.ownPassword')}
      </h2>
      {from === undefined || from === 'USERS_FILE' ? (
        <PasswordForm />
      ) : (
        <p class="muted">{t('users.ownOfSetting', { setting: from })}</p>
      )}
    </section>
  );
}

function PasswordForm() {
  const saving = useAction();
  const [current, setCurrent] = useState('');
  const [draft, setDraft] = useState(NOTHING);
  const [isTried, setTried] = useState(false);
  const fault = checkPassword(draft);

  function save(event: Event): void {
    event.preventDefault();
    setTried(true);
    if (fault !== undefined || current === '') return;
    void saving.run(async () => {
      const client = getLoginsClient(
        canCall('configuration', 'putPassword') ? 'configuration' : 'repository',
      );
      await client.putPassword({ body: { current, password: draft.password } });
      setCurrent('');
      setDraft(NOTHING);
      setTried(false);
      showToast(t('users.ownChanged'), { kind: 'good' });
    });
  }

  const isWrong = saving.problem instanceof ServiceError && saving.problem.status === 400;
  return (
    <form class="stack users-own" onSubmit={save} noValidate>
      <Field
        label={t('users.currentPassword')}
        fault={
          isWrong
            ? t('users.wrongPassword')
            : isTried && current === ''
              ? t('users.currentWanted')
              : undefined
        }
      >
        <input
          type="password"
          autocomplete="current-password"
          value={current}
          onInput={(event: { readonly currentTarget: HTMLInputElement }) => {
            saving.forget();
            setCurrent(event.currentTarget.value);
          }}
        />
      </Field>
      <NewPasswordFields
        draft={draft}
        onChange={setDraft}
        fault={isTried ? fault : undefined}
        hint={t('users.passwordHint')}
      />
      {saving.problem !== undefined && !isWrong && <ProblemMessage of={saving.problem} />}
      <div class="row">
        <Button kind="primary" type="submit" busy={saving.isBusy}>
          {t('users.changePassword')}
        </Button>
        <span class="muted small">{t('users.ownEnds')}</span>
      </div>
    </form>
  );
}
