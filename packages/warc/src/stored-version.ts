// The versions of WARC that records are stored with: those that the readers of the field take (warcio, pywb, FastWARC,
// jwarc), which stop at a record of any other.

const READABLE = new Set(['0.17', '0.18', '1.0', '1.1']);

/** The version itself where it is readable, else the nearest that is. */
export function storedVersion(version: string): string {
  if (READABLE.has(version)) return version;
  return version.startsWith('0.') ? '1.0' : '1.1';
}

export function versionWarning(version: string, stored: string): string {
  return `The record declares WARC/${version}, which other software does not read. It is stored as WARC/${stored}.`;
}
