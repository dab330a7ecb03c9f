// Check boxes to choose the roles of a user or of an API token.
import { t } from '../../language/t.ts';
import { ROLES, type Role } from './roles.ts';

interface RoleChoiceProps {
  /** Roles to choose from. Default: all roles. */
  readonly offered?: readonly Role[];
  readonly roles: readonly Role[];
  readonly fault: string | undefined;
  readonly onChange: (roles: readonly Role[]) => void;
}

export function RoleChoice({ offered = ROLES, roles, fault, onChange }: RoleChoiceProps) {
  return (
    <fieldset class="users-roles">
      <legend>{t('users.roles')}</legend>
      {offered.map((role) => (
        <label key={role} class="choice">
          <input
            type="checkbox"
            checked={roles.includes(role)}
            onChange={(event) =>
              onChange(
                ROLES.filter((one) => (one === role ? event.currentTarget.checked : roles.includes(one))),
              )
            }
          />
          <span>
            {t(`shell.role.${role}`)}
            <span class="field-hint users-role-may">{t(`users.may.short.${role}`)}</span>
          </span>
        </label>
      ))}
      {fault !== undefined && (
        <span class="field-fault" role="alert">
          {fault}
        </span>
      )}
    </fieldset>
  );
}
