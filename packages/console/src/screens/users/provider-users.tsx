// Users of the OpenID Connect provider who have an entry in the users file, and a form to disable a user by subject.
import type { configuration as contract } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { Field } from '../../parts/form/field.tsx';
import { loginProvider } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { getLoginsClient, type LoginList } from './logins.ts';

interface ProviderUsersProps {
  readonly list: LoginList;
  readonly onChanged: () => void;
}

type ProviderAction = contract.components['schemas']['ProviderUserChange']['action'];

const DONE = {
  disable: 'users.wasDisabled',
  enable: 'users.wasEnabled',
  endSessions: 'users.sessionsEnded',
} as const;

/**
 * Lists the users who log in through an OpenID provider. Renders nothing if there are none and the form cannot be used.
 */
export function ProviderUsers({ list, onChanged }: ProviderUsersProps) {
  const changing = useAction();
  const { services, logins } = list;
  const { providerUsers, file } = logins;
  if (providerUsers.length === 0 && (loginProvider.value === undefined || file === null)) return null;
  const isChangeable = file?.whyFixed === null;

  const change = (subject: string, action: ProviderAction): Promise<void> =>
    changing.run(async () => {
      await getLoginsClient(services[0]!).patchProviderUser({ body: { subject, action } });
      showToast(t(DONE[action], { name: subject }), { kind: 'good' });
      onChanged();
    });

  return (
    <section class="card stack">
      <h2>{t('users.ofProvider')}</h2>
      <p class="muted">{t('users.ofProviderWhy')}</p>
      {changing.problem !== undefined && <ProblemMessage of={changing.problem} />}
      {providerUsers.length > 0 && (
        <ScrollRegion label={t('users.ofProvider')}>
          <table class="stacked users-list">
            <thead>
              <tr>
                <th scope="col">{t('users.subject')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {providerUsers.map(({ subject, disabled }) => (
                <tr key={subject}>
                  <th scope="row" class="users-name">
                    {subject} {disabled && <span class="badge badge-warning">{t('users.disabled')}</span>}
                  </th>
                  <td>
                    {isChangeable && (
                      <div class="row users-actions">
                        <Button onClick={() => void change(subject, disabled ? 'enable' : 'disable')}>
                          {t(disabled ? 'users.enable' : 'users.disable')}
                        </Button>
                        {!disabled && (
                          <Button onClick={() => void change(subject, 'endSessions')}>
                            {t('users.endSessions')}
                          </Button>
                        )}
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {isChangeable && <SubjectForm isBusy={changing.isBusy} onChange={change} />}
    </section>
  );
}

interface SubjectFormProps {
  readonly isBusy: boolean;
  readonly onChange: (subject: string, action: ProviderAction) => Promise<void>;
}

function SubjectForm({ isBusy, onChange }: SubjectFormProps) {
  const [subject, setSubject] = useState('');
  const [isTried, setTried] = useState(false);
  const isValid = /^[^\p{Cc}]{1,255}$/u.test(subject);

  function submit(event: Event, action: ProviderAction): void {
    event.preventDefault();
    setTried(!isValid);
    if (isValid) void onChange(subject, action).then(() => setSubject(''));
  }

  return (
    <form class="stack users-own" onSubmit={(event) => submit(event, 'endSessions')} noValidate>
      <Field
        label={t('users.subject')}
        hint={t('users.subjectHint')}
        fault={isTried && !isValid ? t('users.subjectFault') : undefined}
      >
        <input
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={subject}
          onInput={(event: { readonly currentTarget: HTMLInputElement }) =>
            setSubject(event.currentTarget.value)
          }
        />
      </Field>
      <div class="row">
        <Button type="submit" busy={isBusy}>
          {t('users.endSessions')}
        </Button>
        <Button onClick={(event: Event) => submit(event, 'disable')}>{t('users.disable')}</Button>
      </div>
    </form>
  );
}
