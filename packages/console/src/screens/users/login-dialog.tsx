// Dialog to add a user, or to change a user's roles or password.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { Field } from '../../parts/form/field.tsx';
import { useAction } from '../../service/use-action.ts';
import type { ListedLogin, LoginsClient } from './logins.ts';
import { checkPassword, NewPasswordFields, type PasswordDraft } from './new-password.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { Role } from './roles.ts';

interface LoginDialogProps {
  readonly client: LoginsClient;
  /** User to change. Undefined to add a user. */
  readonly login?: ListedLogin;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function LoginDialog({ client, login, onDone, onClose }: LoginDialogProps) {
  const saving = useAction();
  const [name, setName] = useState(login?.name ?? '');
  const [roles, setRoles] = useState<readonly Role[]>((login?.roles as readonly Role[]) ?? []);
  const [draft, setDraft] = useState<PasswordDraft>({ password: '', again: '' });
  const [isTried, setTried] = useState(false);
  const isNew = login === undefined;
  const isPasswordWanted = isNew || draft.password !== '' || draft.again !== '';
  const fault = isPasswordWanted ? checkPassword(draft) : undefined;
  const nameFault = isNew ? findNameFault(name) : undefined;
  const isWhole = fault === undefined && nameFault === undefined && roles.length > 0;

  function save(event: Event): void {
    event.preventDefault();
    setTried(true);
    if (!isWhole) return;
    const password = isPasswordWanted ? { password: draft.password } : {};
    void saving.run(async () => {
      if (isNew) await client.postLogin({ body: { name, password: draft.password, roles: [...roles] } });
      else await client.patchLogin({ name: login.name, body: { roles: [...roles], ...password } });
      showToast(t(isNew ? 'users.wasAdded' : 'users.wasChanged', { name: name.trim() }), { kind: 'good' });
      onDone();
      onClose();
    });
  }

  return (
    <Dialog title={isNew ? t('users.add') : t('users.changeTitle', { name })} onClose={onClose}>
      <form class="stack" onSubmit={save} noValidate>
        {isNew && (
          <Field label={t('users.name')} fault={isTried ? nameFault : undefined}>
            <input
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              value={name}
              onInput={(event: FieldEvent) => setName(event.currentTarget.value)}
            />
          </Field>
        )}
        <RoleChoice
          roles={roles}
          onChange={setRoles}
          fault={isTried && roles.length === 0 ? t('users.roleWanted') : undefined}
        />
        <NewPasswordFields
          draft={draft}
          onChange={setDraft}
          fault={isTried ? fault : undefined}
          hint={isNew ? t('users.passwordHint') : t('users.passwordStays')}
        />
        {saving.problem !== undefined && <ProblemMessage of={saving.problem} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" busy={saving.isBusy}>
            {t(isNew ? 'users.add' : 'users.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type FieldEvent = { readonly currentTarget: HTMLInputElement };

function findNameFault(name: string): string | undefined {
  if (name === '') return t('users.nameWanted');
  return name.length > 256 || /[:\p{Cc}]/u.test(name) ? t('users.nameFault') : undefined;
}
