// A URL as it was captured: never a link to where it leads, in one line or whole, whatever is in it.
import { printable, shortened } from './printable.ts';

/** What somebody may read; the rest is told by how long it is. */
const MOST_SHOWN = 4_000;
const MOST_TITLE = 1_000;

/** In one line, cut where the room ends. */
export function UrlLine({ url }: { url: string }) {
  return (
    <bdi class="url-line" title={shortened(url, MOST_TITLE)}>
      {shortened(url, 500)}
    </bdi>
  );
}

/** Whole, in as many lines as it takes. */
export function UrlText({ url }: { url: string }) {
  const text = url.length > MOST_SHOWN ? shortened(url, MOST_SHOWN) : printable(url);
  return <bdi class="url-text">{text}</bdi>;
}
