// Lists the names of accounts that other services of the node store in the configuration service. Shows only the names,
// and never password hashes.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { TypedConfirmation } from '../../parts/feedback/typed-confirmation.tsx';
import { canCall, configuration } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

export function AccountList() {
  const { value, problem, again } = useResponse((signal) => configuration.getUserNames({}, { signal }), []);
  const [removed, remove] = useState<string | undefined>(undefined);
  // Renders nothing if there are no such accounts, which is the usual case.
  if (problem === undefined && (value === undefined || value.length === 0)) return null;
  return (
    <section class="card stack">
      <h2>{t('users.accounts')}</h2>
      <p class="muted small">{t('users.accountsWhy')}</p>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      <ul class="users-accounts">
        {value?.map((name) => (
          <li key={name} class="row row-between">
            <span>{name}</span>
            {canCall('configuration', 'deleteUser') && (
              <Button onClick={() => remove(name)}>{t('users.remove')}</Button>
            )}
          </li>
        ))}
      </ul>
      {removed !== undefined && (
        <TypedConfirmation
          title={t('users.removeTitle', { name: removed })}
          word={removed}
          confirmLabel={t('users.remove')}
          onConfirm={async () => {
            await configuration.deleteUser({ username: removed });
            showToast(t('users.wasRemoved', { name: removed }), { kind: 'good' });
            again();
          }}
          onClose={() => remove(undefined)}
        >
          <p>{t('users.removeAccountWhy')}</p>
        </TypedConfirmation>
      )}
    </section>
  );
}
