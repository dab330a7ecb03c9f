// Shows the source of a value: a stored file as a link, any other source as plain URL, because it may point anywhere.
import { hrefOf, pathOf } from '../../routing/location.ts';

const STORED = /^\/config\/file\/([a-z_]+)$/;

export function Origin({ of }: { of: string }) {
  const [, section] = STORED.exec(of) ?? [];
  if (section === undefined) return <span title={of}>{of}</span>;
  return <a href={hrefOf(pathOf('/configuration/files/:section', { section }))}>{section}</a>;
}
