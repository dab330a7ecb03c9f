// Shows a captured URL as text. Never links to the original site.
import { shortenMiddle } from '../../language/printable.ts';

/** Maximum number of characters displayed. */
const MAX_SHOWN = 4_000;
const MAX_TITLE = 1_000;

/** Shows the URL on one line, truncated to the available width. */
export function UrlLine({ url }: { url: string }) {
  return (
    <bdi class="url-line" title={shortenMiddle(url, MAX_TITLE)}>
      {shortenMiddle(url, 500)}
    </bdi>
  );
}

/** Shows the URL on several lines, shortened to `most` characters by omitting the middle. */
export function UrlText({ url, most = MAX_SHOWN }: { url: string; most?: number }) {
  return <bdi class="url-text">{shortenMiddle(url, most)}</bdi>;
}
