// Input for one parameter of an AU. Its kind depends on the type of the parameter.
import { useState } from 'preact/hooks';
import { t } from '../../../language/t.ts';
import { Button } from '../../basic/button.tsx';
import { Field } from '../../form/field.tsx';
import { type AuField, fitsParameterType } from './au-fields.ts';

export interface ParameterFieldProps {
  readonly field: AuField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True if the parameter is definitional or the user may not change it. */
  readonly readOnly?: boolean;
}

type Input = { readonly currentTarget: HTMLInputElement | HTMLSelectElement };

export function ParameterField({
  field: { key, parameter },
  value,
  onChange,
  readOnly = false,
}: ParameterFieldProps) {
  const [isShown, show] = useState(false);
  const type = parameter?.type ?? 'STRING';
  const isSecret = type === 'USER_PASSWD';
  const fault = fitsParameterType(type, value) ? undefined : t(`au.type.${type}`);
  const hint = [parameter?.description, key].filter(Boolean).join(' · ');
  return (
    <div class="parameter">
      <Field label={parameter?.displayName ?? key} hint={hint} fault={fault}>
        {type === 'BOOLEAN' && !readOnly ? (
          <select value={value} onChange={(event: Input) => onChange(event.currentTarget.value)}>
            {[...new Set(['', 'true', 'false', value])].map((one) => (
              <option key={one} value={one} selected={one === value}>
                {one === 'true' || one === 'false' ? t(one === 'true' ? 'aus.yes' : 'aus.no') : one}
              </option>
            ))}
          </select>
        ) : (
          <TextInput
            isHidden={isSecret && !isShown}
            size={parameter?.size ?? 40}
            readOnly={readOnly}
            value={value}
            onInput={(event: Input) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      {isSecret && value !== '' && (
        <Button kind="quiet" pressed={isShown} onClick={() => show(!isShown)}>
          {t('au.showSecret')}
        </Button>
      )}
    </div>
  );
}

interface TextInputProps {
  readonly isHidden: boolean;
  readonly size: number;
  readonly readOnly: boolean;
  readonly value: string;
  readonly onInput: (event: Input) => void;
}

/** Passes the props that Field sets to the input element. */
function TextInput({ isHidden, ...rest }: TextInputProps) {
  const props = { ...rest, autocomplete: 'off', spellcheck: false } as const;
  return isHidden ? <input type="password" {...props} /> : <input type="text" {...props} />;
}
