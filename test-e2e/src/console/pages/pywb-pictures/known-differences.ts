// Generated pages on which pywb shows resources that Holdfast does not show, with the reasons.
import { JOURNAL } from './journal-archive.ts';

export const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {
  [`${JOURNAL}versions/`]:
    'if a URL was not captured, pywb shows a capture with another query; Holdfast shows only captures of the URL itself',
};
