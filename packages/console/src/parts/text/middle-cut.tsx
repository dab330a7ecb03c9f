// Shows a text on one line. If the space is too narrow, omits the middle, because names of AUs differ at their ends.
import { shortenMiddle, splitAtTail } from '../../language/printable.ts';

/** Maximum number of characters in the page. */
const MOST = 300;
const MAX_TITLE = 1_000;

interface MiddleCutProps {
  readonly text: string;
  /** Tooltip. If undefined, the tooltip is the text. */
  readonly title?: string;
}

export function MiddleCut({ text, title = shortenMiddle(text, MAX_TITLE) }: MiddleCutProps) {
  const [head, tail] = splitAtTail(shortenMiddle(text, MOST));
  return (
    <span class="middle-cut" title={title} dir="auto">
      {head === '' ? (
        <span class="middle-cut-head">{tail}</span>
      ) : (
        <>
          <span class="middle-cut-head">{head}</span>
          <span class="middle-cut-tail">{tail}</span>
        </>
      )}
    </span>
  );
}
