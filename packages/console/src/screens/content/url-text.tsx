// Shows a captured URL as text, never as a link to its origin.
import { shortenMiddle } from '../../language/printable.ts';

/** Maximum number of characters shown. */
const MOST_SHOWN = 4_000;
const MOST_TITLE = 1_000;

/** Shows the URL in one line and truncates it at the available width. */
export function UrlLine({ url }: { url: string }) {
  return (
    <bdi class="url-line" title={shortenMiddle(url, MOST_TITLE)}>
      {shortenMiddle(url, 500)}
    </bdi>
  );
}

/** Shows at most `most` characters of the URL on several lines. If the URL is longer, its middle is omitted. */
export function UrlText({ url, most = MOST_SHOWN }: { url: string; most?: number }) {
  return <bdi class="url-text">{shortenMiddle(url, most)}</bdi>;
}
