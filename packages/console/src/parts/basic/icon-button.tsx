// A button with an icon. Its label is the tooltip and is read by screen readers.
import { Icon, type IconName } from './icon.tsx';

export interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Whether the menu or panel of this button is open. Undefined if the button opens neither. */
  readonly expanded?: boolean;
  readonly disabled?: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

export function IconButton({ icon, label, expanded, disabled, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
