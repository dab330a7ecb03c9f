// A native select.

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps {
  readonly label: string;
  /** Whether to display the label. If false, only screen readers read it. */
  readonly showLabel?: boolean;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

export function Select({ label, showLabel = false, value, options, disabled, onChange }: SelectProps) {
  return (
    <label class="select">
      <span class={showLabel ? 'select-label' : 'only-read'}>{label}</span>
      <select value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            selected={option.value === value}
          >
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
