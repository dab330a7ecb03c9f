// Extracts the proxy configuration files from the documents.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../..', import.meta.url));

export interface DocumentedFile {
  /** Path of the document, such as `docs/replay.md`. */
  readonly document: string;
  readonly language: 'nginx' | 'caddyfile';
  readonly text: string;
}

/** Returns the proxy configuration files in all documents under version control. */
export function extractDocumentedFiles(): DocumentedFile[] {
  const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: project, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((path) => path !== '')
    .flatMap((document) => extractFiles(document, readFileSync(join(project, document), 'utf8')));
}

function extractFiles(document: string, text: string): DocumentedFile[] {
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, language = '', body = '']) => {
    if (language === 'nginx' || language === 'caddyfile') return [{ document, language, text: body }];
    if (/proxy_pass|reverse_proxy/.test(body))
      throw new Error(`${document}: a proxy's file whose language is not said, so that no test runs it`);
    return [];
  });
}
