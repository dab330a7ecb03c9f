// A button with an icon. Its label is read aloud and shown as a tooltip.
import { Icon, type IconName } from './icon.tsx';

export interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Whether the menu or panel that the button opens is open. Undefined for other buttons. */
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
