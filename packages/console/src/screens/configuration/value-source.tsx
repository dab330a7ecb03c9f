// Shows the source of a value. A stored file is a link. A URL is plain text, because it may point to any site.
import { formatHref, formatPath } from '../../routing/location.ts';

const STORED = /^\/config\/file\/([a-z_]+)$/;

export function ValueSource({ of }: { of: string }) {
  const [, section] = STORED.exec(of) ?? [];
  if (section === undefined) return <span title={of}>{of}</span>;
  return <a href={formatHref(formatPath('/configuration/files/:section', { section }))}>{section}</a>;
}
