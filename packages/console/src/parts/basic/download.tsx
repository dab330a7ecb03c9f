// A link that saves what it leads to.
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

export interface DownloadProps {
  readonly href: string;
  /** What the file is to be called, unless the service says it. */
  readonly name?: string;
  readonly children: ComponentChildren;
}

export function Download({ href, name = '', children }: DownloadProps) {
  return (
    <a class="button button-plain" href={href} download={name}>
      <Icon name="download" /> {children}
    </a>
  );
}
