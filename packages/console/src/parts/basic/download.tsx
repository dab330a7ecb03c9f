// A link that downloads its target.
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

export interface DownloadProps {
  readonly href: string;
  /** Suggested file name. A file name in the response takes precedence. */
  readonly name?: string;
  readonly children: ComponentChildren;
}

export function DownloadLink({ href, name = '', children }: DownloadProps) {
  return (
    <a class="button button-plain" href={href} download={name}>
      <Icon name="download" /> {children}
    </a>
  );
}
