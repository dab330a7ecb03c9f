// Where something comes from: a stored file as a link to it, a source by its URL, which is no link: it may be anywhere.
import { hrefOf, pathOf } from '../../routing/location.ts';

const STORED = /^\/config\/file\/([a-z_]+)$/;

export function Origin({ of }: { of: string }) {
  const [, section] = STORED.exec(of) ?? [];
  if (section === undefined) return <span title={of}>{of}</span>;
  return <a href={hrefOf(pathOf('/configuration/files/:section', { section }))}>{section}</a>;
}
