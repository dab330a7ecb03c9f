// A form field with a label, a hint and an error message.
import { type ComponentChildren, cloneElement, type VNode } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  /** Error message, which screen readers read when it appears. */
  readonly fault?: string | undefined;
  /** Input, select or textarea element. */
  readonly children: VNode<Record<string, unknown>>;
}

export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const [hintId, faultId] = [`${id}-hint`, `${id}-fault`];
  const described = [hint !== undefined && hintId, fault !== undefined && faultId].filter(Boolean).join(' ');
  return (
    <div class={`field${fault === undefined ? '' : ' field-faulty'}`}>
      <label for={id}>{label}</label>
      {cloneElement(children, {
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': fault !== undefined || undefined,
      })}
      {hint !== undefined && (
        <span class="field-hint" id={hintId}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span class="field-fault" id={faultId} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
