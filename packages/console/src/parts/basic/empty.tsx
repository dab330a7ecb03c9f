// Placeholder for an empty list. Explains why the list is empty and what the user can do.
import type { ComponentChildren } from 'preact';

export interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}

export function EmptyState({ title, children, action }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children !== undefined && <div class="muted">{children}</div>}
      {action !== undefined && <div class="empty-action">{action}</div>}
    </div>
  );
}
