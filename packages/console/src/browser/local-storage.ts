// Stores the user's choices in the browser's local storage, separately for each console. Does not fail if the browser
// denies access to the storage.

const PREFIX = 'holdfast.';

export function storeChoice(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage is denied, so the choice lasts until the page is closed.
  }
}

export function readStoredChoice(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
