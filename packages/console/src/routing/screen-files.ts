// Preloads the files that a screen imports. Otherwise, a browser would discover them only after loading the screen's
// own file. The list of files is in the HTML page: in a script, it would change the hash in that script's name.

/** ID of the element in index.html that contains the list. */
const LIST = 'screen-files';

/** Starts loading the files of a screen. */
export function preloadScreenFiles(screen: string): void {
  const text = document.getElementById(LIST)?.textContent ?? '{}';
  const lists = JSON.parse(text) as Readonly<Record<string, readonly string[]>>;
  for (const name of lists[screen] ?? []) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', href: `assets/${name}` }));
  }
}
