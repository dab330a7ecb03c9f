// A URL as it was captured: never a link to where it leads, in one line or whole, whatever is in it.
import { shortened } from '../../language/printable.ts';

/** What somebody may read. */
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

/** In as many lines as it takes; at most so many characters, the middle left out. */
export function UrlText({ url, most = MOST_SHOWN }: { url: string; most?: number }) {
  return <bdi class="url-text">{shortened(url, most)}</bdi>;
}
