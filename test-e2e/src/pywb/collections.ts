// Parts of pywb's config.yaml: ways to configure a repository in addition to those in docs/replay.md.

/** Configures a collection with separate addresses for the index and for the archives. */
export function formatCollection(name: string, indexUrl: string, archivesUrl: string): string {
  return `  ${name}:
    index:
      type: cdx
      api_url: ${indexUrl}/replay/cdxb/default?url={url}&closest={closest}&sort=closest
      replay_url: ""
    archive_paths: ${archivesUrl}/replay/warcs/
`;
}

/** Puts user name and password into the URL, under another host name for which .netrc has no password. */
export function addLoginToUrl(repositoryUrl: string, user: string, password: string): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return repositoryUrl.replace('//127.0.0.1', `//${login}@localhost`);
}
