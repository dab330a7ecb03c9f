// Dialog to create an API token. Afterwards shows the secret of the token, which cannot be read again.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Icon } from '../../parts/basic/icon.tsx';
import { copyText } from '../../parts/feedback/copy-as-curl.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Field } from '../../parts/form/field.tsx';
import { session } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { RoleChoice } from './role-choice.tsx';
import { checkTokenDraft, listGrantableRoles, splitNamespaces, type TokenDraft } from './token-draft.ts';
import type { CreatedToken } from './token-lists.ts';
import type { TokensClient } from './tokens.ts';

interface TokenDialogProps {
  readonly client: TokensClient;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function TokenDialog({ client, onDone, onClose }: TokenDialogProps) {
  const [created, setCreated] = useState<CreatedToken | undefined>(undefined);
  if (created !== undefined) return <SecretDialog created={created} onClose={onClose} />;
  return (
    <DraftDialog
      client={client}
      onClose={onClose}
      onCreated={(token) => {
        setCreated(token);
        onDone();
      }}
    />
  );
}

interface DraftDialogProps extends Pick<TokenDialogProps, 'client' | 'onClose'> {
  readonly onCreated: (created: CreatedToken) => void;
}

type FieldEvent = { readonly currentTarget: HTMLInputElement };

function DraftDialog({ client, onCreated, onClose }: DraftDialogProps) {
  const saving = useAction();
  const { name: own, roles: held, isByProvider } = session.value!;
  const [isTried, setTried] = useState(false);
  const [draft, setDraft] = useState<TokenDraft>({
    name: '',
    // Only users of the service can own tokens, so a user of a login provider must enter another owner.
    owner: isByProvider ? '' : own,
    roles: [],
    namespaces: '',
    days: '90',
  });
  const faults = checkTokenDraft(draft);
  const faultOf = (field: keyof TokenDraft, message: string) =>
    isTried && faults[field] ? message : undefined;
  const change = (field: keyof TokenDraft) => (event: FieldEvent) =>
    setDraft({ ...draft, [field]: event.currentTarget.value });

  function save(event: Event): void {
    event.preventDefault();
    setTried(true);
    if (Object.values(faults).includes(true)) return;
    const owner = draft.owner.trim();
    const namespaces = splitNamespaces(draft.namespaces);
    void saving.run(async () => {
      const body = {
        name: draft.name.trim(),
        roles: [...draft.roles],
        days: Number(draft.days),
        ...(owner !== own && { owner }),
        ...(namespaces.length > 0 && { namespaces }),
      };
      onCreated(await client.postToken({ body }));
    });
  }

  return (
    <Dialog title={t('users.addToken')} onClose={onClose}>
      <form class="stack" onSubmit={save} noValidate>
        <Field
          label={t('users.name')}
          hint={t('users.tokenNameHint')}
          fault={faultOf('name', t('users.tokenNameFault'))}
        >
          <input autocomplete="off" spellcheck={false} value={draft.name} onInput={change('name')} />
        </Field>
        {held.includes('userAdminRole') && (
          <Field
            label={t('users.owner')}
            hint={t('users.ownerHint')}
            fault={faultOf('owner', t('users.nameWanted'))}
          >
            <input autocomplete="off" spellcheck={false} value={draft.owner} onInput={change('owner')} />
          </Field>
        )}
        <RoleChoice
          offered={listGrantableRoles(held)}
          roles={draft.roles}
          onChange={(roles) => setDraft({ ...draft, roles })}
          fault={faultOf('roles', t('users.roleWanted'))}
        />
        <Field
          label={t('users.namespaces')}
          hint={t('users.namespacesHint')}
          fault={faultOf('namespaces', t('users.namespacesFault'))}
        >
          <input
            autocomplete="off"
            spellcheck={false}
            value={draft.namespaces}
            onInput={change('namespaces')}
          />
        </Field>
        <Field label={t('users.days')} fault={faultOf('days', t('users.daysFault'))}>
          <input type="number" min="1" max="3650" value={draft.days} onInput={change('days')} />
        </Field>
        {saving.problem !== undefined && <ProblemMessage of={saving.problem} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" busy={saving.isBusy}>
            {t('users.addToken')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function SecretDialog({
  created,
  onClose,
}: {
  readonly created: CreatedToken;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={t('users.tokenCreated', { name: created.token.name })} onClose={onClose}>
      <div class="stack">
        <p>{t('users.tokenOnce')}</p>
        <Field label={t('users.tokenSecret')}>
          <input
            class="users-secret"
            readOnly
            value={created.secret}
            onFocus={(event: FieldEvent) => event.currentTarget.select()}
          />
        </Field>
        <div class="dialog-actions">
          <Button onClick={() => void copyText(created.secret)}>
            <Icon name="copy" /> {t('users.copyToken')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('users.tokenKept')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
