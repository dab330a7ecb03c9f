// The stylesheet of all screens except the overview. The page contains a disabled link to it, which the browser loads
// when the link is enabled.

/** ID of the link element in index.html. */
const LINK = 'screen-styles';
let loading: Promise<void> | undefined;

/** Loads the stylesheet once. Rejects if it cannot be loaded. The next call then tries again. */
export function loadScreenStyles(): Promise<void> {
  loading ??= enableStyleSheet(document.getElementById(LINK) as HTMLLinkElement);
  return loading;
}

function enableStyleSheet(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      loading = undefined;
      link.disabled = true;
      reject(new Error(`${link.href} cannot be loaded.`));
    };
    link.disabled = false;
  });
}
