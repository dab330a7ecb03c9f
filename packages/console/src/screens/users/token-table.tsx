// Shows API tokens, and lets the user create and revoke them.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { TypedConfirmation } from '../../parts/feedback/typed-confirmation.tsx';
import { useResponse } from '../../service/use-response.ts';
import type { Role } from './roles.ts';
import { TokenDialog } from './token-dialog.tsx';
import type { ListedToken, TokenList } from './token-lists.ts';
import { getTokensClient, loadTokens } from './tokens.ts';

export function ApiTokens() {
  const { value, problem, again } = useResponse(loadTokens, []);
  return (
    <>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value?.map((list) => (
        <TokenTable key={list.services.join()} list={list} isOnly={value.length === 1} onChanged={again} />
      ))}
    </>
  );
}

interface TokenTableProps {
  readonly list: TokenList;
  /** True if there is only one list of tokens. */
  readonly isOnly: boolean;
  readonly onChanged: () => void;
}

function TokenTable({ list: { services, tokens: listed }, isOnly, onChanged }: TokenTableProps) {
  const [isAdding, setAdding] = useState(false);
  const [revoked, revoke] = useState<ListedToken | undefined>(undefined);
  const client = getTokensClient(services[0]!);
  const { tokens, whyFixed } = listed;
  return (
    <section class="card stack">
      <div class="row row-between">
        <h2>{t(isOnly ? 'users.tokens' : `users.tokensOf.${services[0]!}`)}</h2>
        {whyFixed === null && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            {t('users.addToken')}
          </Button>
        )}
      </div>
      <p class="muted small">
        {t('users.tokensWhy')}
        {whyFixed !== null && (
          <span class="warning">
            {' '}
            {t('users.fixedTokens')} ({whyFixed})
          </span>
        )}
      </p>
      {tokens.length > 0 && (
        <ScrollRegion label={t('users.tokens')}>
          <table class="stacked users-list users-tokens">
            <thead>
              <tr>
                <th scope="col">{t('users.name')}</th>
                <th scope="col">{t('users.owner')}</th>
                <th scope="col">{t('users.roles')}</th>
                <th scope="col">{t('users.namespaces')}</th>
                <th scope="col">{t('users.ends')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {tokens.map((token) => (
                <Row
                  key={token.id}
                  token={token}
                  onRevoke={whyFixed === null ? () => revoke(token) : undefined}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {isAdding && <TokenDialog client={client} onDone={onChanged} onClose={() => setAdding(false)} />}
      {revoked !== undefined && (
        <TypedConfirmation
          title={t('users.revokeTitle', { name: revoked.name })}
          word={revoked.name}
          confirmLabel={t('users.revoke')}
          onConfirm={async () => {
            await client.deleteToken({ id: revoked.id });
            showToast(t('users.wasRevoked', { name: revoked.name }), { kind: 'good' });
            onChanged();
          }}
          onClose={() => revoke(undefined)}
        >
          <p>{t('users.revokeWhy')}</p>
        </TypedConfirmation>
      )}
    </section>
  );
}

interface RowProps {
  readonly token: ListedToken;
  readonly onRevoke: (() => void) | undefined;
}

function Row({ token: { id, name, owner, roles, namespaces, ends }, onRevoke }: RowProps) {
  return (
    <tr>
      <th scope="row" class="users-name">
        {name}
        <br />
        <code class="small muted">{id}</code>
      </th>
      <td class="users-name">{owner}</td>
      <td>{roles.map((role) => t(`shell.role.${role as Role}`)).join(', ')}</td>
      <td>{namespaces?.join(', ') ?? t('users.allNamespaces')}</td>
      <td>
        <Time at={ends} />{' '}
        {Date.parse(ends) <= Date.now() && <span class="badge badge-warning">{t('users.expired')}</span>}
      </td>
      <td>
        {onRevoke !== undefined && (
          <div class="row users-actions">
            <Button onClick={onRevoke}>{t('users.revoke')}</Button>
          </div>
        )}
      </td>
    </tr>
  );
}
