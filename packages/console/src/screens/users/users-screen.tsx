// Screen of users and roles: the users with their roles, a form for the user's password, API tokens, and accounts of
// other services.
import { Fragment } from 'preact';
import { t } from '../../language/t.ts';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall } from '../../service/clients.ts';
import { session } from '../../service/session.ts';
import { useResponse } from '../../service/use-response.ts';
import { AccountList } from './accounts.tsx';
import { ChangePasswordForm } from './change-password.tsx';
import { LoginTable } from './login-table.tsx';
import { loadLogins } from './logins.ts';
import { ProviderUsers } from './provider-users.tsx';
import { RoleTable } from './role-table.tsx';
import { ApiTokens } from './token-table.tsx';

export default function UsersScreen({ query }: ScreenProps) {
  const service = canCall('configuration', 'getLogins') ? 'configuration' : 'repository';
  const isAdministrator = canCall(service, 'getLogins');
  const isOwnWanted = query.has('own');
  return (
    <div class="users stack">
      <header class="row row-between">
        <h1>{t('users.title')}</h1>
        {isAdministrator && <CopyAsCurl service={service} operation="getLogins" />}
      </header>
      {isAdministrator ? <AllUsers isOwnWanted={isOwnWanted} /> : <OwnAccount isOwnWanted={isOwnWanted} />}
      {mayHaveTokens() && <ApiTokens />}
      <RoleTable />
      {canCall('configuration', 'getUserNames') && <AccountList />}
    </div>
  );
}

/** Returns whether the user may have or manage API tokens. Users of a provider have none. */
function mayHaveTokens(): boolean {
  const { isByProvider, roles } = session.value!;
  return !isByProvider || roles.includes('userAdminRole');
}

interface OwnProps {
  /** True if the address requests the user's own account. The user menu links to this address. */
  readonly isOwnWanted: boolean;
}

function AllUsers({ isOwnWanted }: OwnProps) {
  const { value, problem, again } = useResponse(loadLogins, []);
  if (value === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  const own = value.lists
    .flatMap(({ logins }) => logins.logins)
    .find(({ name }) => name === session.value?.name);
  return (
    <>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value.lists.length > 1 && <p class="notice">{t('users.twoLists')}</p>}
      {value.lists.map((list) => (
        <Fragment key={list.services.join()}>
          <LoginTable list={list} onChanged={again} />
          <ProviderUsers list={list} onChanged={again} />
        </Fragment>
      ))}
      {value.missing.map(({ service, problem: why }) => (
        <section key={service} class="card stack">
          <h2>{t(`users.of.${service}`)}</h2>
          <ProblemMessage of={why} again={again} />
        </section>
      ))}
      {!session.value!.isByProvider && <ChangePasswordForm from={own?.from} isWanted={isOwnWanted} />}
    </>
  );
}

function OwnAccount({ isOwnWanted }: OwnProps) {
  const { name, roles } = session.value!;
  return (
    <>
      <section class="card">
        <h2>{name}</h2>
        <p>{roles.map((role) => t(`shell.role.${role}`)).join(', ')}</p>
        <p class="muted small">{t('users.askAdministrator')}</p>
      </section>
      {!session.value!.isByProvider && <ChangePasswordForm from={undefined} isWanted={isOwnWanted} />}
    </>
  );
}
