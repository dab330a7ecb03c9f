// Lists what the self-contained archive contains besides programs: documents, the files that the runbooks use, and the files
// for Docker Compose and Kubernetes.

/**
 * Paths in the project, which are the same in the archive. Other files of `config` may be
 * secret, so only the project's own files are listed.
 */
export const ARCHIVE_FILES = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs'],
  ...['examples/plugins', 'examples/sample.warc.gz', 'examples/titles.tdb'],
  ...['docker-compose.yml', 'examples/compose', 'k8s', 'monitoring', 'scripts/make-secrets.sh'],
  ...['config/README.md', ...['plugins', 'titles', 'secrets'].map((name) => `config/${name}/.gitignore`)],
];
