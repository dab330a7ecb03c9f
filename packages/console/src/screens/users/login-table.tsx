// Table of the users of one or both services, with their source and with actions.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { TypedConfirmation } from '../../parts/feedback/typed-confirmation.tsx';
import { session } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { LoginDialog } from './login-dialog.tsx';
import { canChangeLogin, getLoginsClient, type ListedLogin, type LoginList } from './logins.ts';

interface LoginTableProps {
  readonly list: LoginList;
  readonly onChanged: () => void;
}

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'remove'; readonly login: ListedLogin };

export function LoginTable({ list, onChanged }: LoginTableProps) {
  const [opened, open] = useState<OpenDialog | undefined>(undefined);
  const switching = useAction();
  const { services, logins } = list;
  const client = getLoginsClient(services[0]!);
  const close = () => open(undefined);

  function disable({ name, disabled }: ListedLogin): void {
    void switching.run(async () => {
      await client.patchLogin({ name, body: { disabled: !disabled } });
      showToast(t(disabled ? 'users.wasEnabled' : 'users.wasDisabled', { name }), { kind: 'good' });
      onChanged();
    });
  }

  return (
    <section class="card stack">
      <div class="row row-between">
        <h2>{t(services.length > 1 ? 'users.ofBoth' : `users.of.${services[0]}`)}</h2>
        {logins.file?.whyFixed === null && (
          <Button kind="primary" onClick={() => open({ kind: 'add' })}>
            {t('users.add')}
          </Button>
        )}
      </div>
      <FileNote list={list} />
      {switching.problem !== undefined && <ProblemMessage of={switching.problem} />}
      <ScrollRegion label={t('users.title')}>
        <table class="stacked users-list">
          <thead>
            <tr>
              <th scope="col">{t('users.name')}</th>
              <th scope="col">{t('users.roles')}</th>
              <th scope="col">{t('users.from')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {logins.logins.map((login) => (
              <Row
                key={login.name}
                login={login}
                isChangeable={canChangeLogin(list, login)}
                onChange={() => open({ kind: 'change', login })}
                onDisable={() => disable(login)}
                onRemove={() => open({ kind: 'remove', login })}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {opened?.kind === 'add' && <LoginDialog client={client} onDone={onChanged} onClose={close} />}
      {opened?.kind === 'change' && (
        <LoginDialog client={client} login={opened.login} onDone={onChanged} onClose={close} />
      )}
      {opened?.kind === 'remove' && (
        <TypedConfirmation
          title={t('users.removeTitle', { name: opened.login.name })}
          word={opened.login.name}
          confirmLabel={t('users.remove')}
          onConfirm={async () => {
            await client.deleteLogin({ name: opened.login.name });
            showToast(t('users.wasRemoved', { name: opened.login.name }), { kind: 'good' });
            onChanged();
          }}
          onClose={close}
        >
          <p>{t('users.removeWhy')}</p>
        </TypedConfirmation>
      )}
    </section>
  );
}

/** Explains which file defines the users, and why some users cannot be changed. */
function FileNote({ list: { logins } }: Pick<LoginTableProps, 'list'>) {
  const { file } = logins;
  if (file === null) return <p class="muted">{t('users.noFile')}</p>;
  return (
    <p class="muted small breaks">
      {t('users.file')} <code>{file.path}</code>
      {file.whyFixed !== null && (
        <span class="warning">
          {' '}
          {t('users.fixedFile')} ({file.whyFixed})
        </span>
      )}
    </p>
  );
}

interface RowProps {
  readonly login: ListedLogin;
  readonly isChangeable: boolean;
  readonly onChange: () => void;
  readonly onDisable: () => void;
  readonly onRemove: () => void;
}

function Row({ login, isChangeable: isOffered, onChange, onDisable, onRemove }: RowProps) {
  const { name, roles, disabled, from } = login;
  return (
    <tr>
      <th scope="row" class="users-name">
        {name} {name === session.value?.name && <span class="badge badge-good">{t('users.you')}</span>}{' '}
        {disabled && <span class="badge badge-warning">{t('users.disabled')}</span>}
      </th>
      <td>
        {roles.map((role) => t(`shell.role.${role}`)).join(', ') || (
          <span class="muted">{t('users.noRole')}</span>
        )}
      </td>
      <td class="small">{from === 'USERS_FILE' ? t('users.fromFile') : <code>{from}</code>}</td>
      <td>
        {isOffered && (
          <div class="row users-actions">
            <Button onClick={onChange}>{t('users.change')}</Button>
            <Button onClick={onDisable}>{t(disabled ? 'users.enable' : 'users.disable')}</Button>
            <Button onClick={onRemove}>{t('users.remove')}</Button>
          </div>
        )}
      </td>
    </tr>
  );
}
