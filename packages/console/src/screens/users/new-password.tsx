// Form fields for a new password, which the user enters twice.
import { t } from '../../language/t.ts';
import { Field } from '../../parts/form/field.tsx';

export interface PasswordDraft {
  readonly password: string;
  readonly again: string;
}

const [LEAST, MOST] = [8, 1024];

/** Returns an error message, or undefined if the password is acceptable. */
export function checkPassword({ password, again }: PasswordDraft): string | undefined {
  if (password.length < LEAST) return t('users.passwordShort', { count: LEAST });
  if (password.length > MOST || /\p{Cc}/u.test(password)) return t('users.passwordFault');
  return password === again ? undefined : t('users.passwordsDiffer');
}

interface NewPasswordProps {
  readonly draft: PasswordDraft;
  readonly fault: string | undefined;
  readonly hint?: string;
  readonly onChange: (draft: PasswordDraft) => void;
}

type FieldEvent = { readonly currentTarget: HTMLInputElement };

export function NewPasswordFields({ draft, fault, hint, onChange }: NewPasswordProps) {
  return (
    <>
      <Field label={t('users.newPassword')} fault={fault} hint={hint}>
        <input
          type="password"
          autocomplete="new-password"
          value={draft.password}
          onInput={(event: FieldEvent) => onChange({ ...draft, password: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('users.onceMore')}>
        <input
          type="password"
          autocomplete="new-password"
          value={draft.again}
          onInput={(event: FieldEvent) => onChange({ ...draft, again: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}
