// Builds collections for pywb's config.yaml that use a repository in other ways than docs/replay.md describes.

/** Configures a collection with separate URLs for the index and for the archives. */
export function formatCollection(name: string, indexUrl: string, archivesUrl: string): string {
  return `  ${name}:
    index:
      type: cdx
      api_url: ${indexUrl}/replay/cdxb/default?url={url}&closest={closest}&sort=closest
      replay_url: ""
    archive_paths: ${archivesUrl}/replay/warcs/
`;
}

/** Adds the user name and password to the URL, and uses a host name for which .netrc has no password. */
export function addLoginToUrl(repositoryUrl: string, user: string, password: string): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return repositoryUrl.replace('//127.0.0.1', `//${login}@localhost`);
}
