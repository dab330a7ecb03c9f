// Ways to tell pywb of a repository, as parts of its config.yaml.
import { readFileSync } from 'node:fs';

const readme = new URL('../../../README.md', import.meta.url);

/** The README's own, word for word, for a repository at this port: the collection `holdfast`, and `collections:` itself. */
export function readmeCollection(repositoryUrl: string): string {
  const [, printed] = /```yaml\n(.*?)```/s.exec(readFileSync(readme, 'utf8')) ?? [];
  if (!printed) throw new Error('The README has no config.yaml of pywb');
  return printed.replaceAll('http://127.0.0.1:24610', repositoryUrl);
}

/** One with other addresses for the index and for the archives. */
export function collection(name: string, indexUrl: string, archivesUrl: string): string {
  return `  ${name}:
    index:
      type: cdx
      api_url: ${indexUrl}/replay/cdxb/default?url={url}&closest={closest}&sort=closest
      replay_url: ""
    archive_paths: ${archivesUrl}/replay/warcs/
`;
}

/** With a name and a password in it; and under another host name, for which a .netrc has no password. */
export function urlWithLogin(repositoryUrl: string, user: string, password: string): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return repositoryUrl.replace('//127.0.0.1', `//${login}@localhost`);
}
