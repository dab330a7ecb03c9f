// The page at /docs and its script. Some examples need values from this node (`x-example-from` in the contract). The
// page requests these values after the user has logged in.
import type { ServiceIdentity } from '../contract/contract.ts';

export const DOCS_PAGE_STYLE = `body { margin: 0; }
.login { max-width: 1420px; margin: 0 auto; padding: 16px 20px 0; font: 14px/1.5 sans-serif; color: #3b4151; }
.login code { background: #eef0f3; padding: 1px 4px; border-radius: 3px; }
`;

export const DOCS_PAGE_SCRIPT = `
const node = (system) => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (payload) => {
          const result = authorize(payload);
          const { username, password } = Object.values(payload)[0].value;
          fillExamples(system, username + ':' + password).catch(() => undefined);
          return result;
        },
      },
    },
  },
});

/** Replaces the example of each parameter that has x-example-from with a value from this node. */
async function fillExamples({ specSelectors, specActions }, login) {
  const contract = JSON.parse(JSON.stringify(specSelectors.specJson()));
  const operations = Object.values(contract.paths).flatMap((path) => [path, ...Object.values(path)]);
  const parameters = [
    ...Object.values(contract.components.parameters),
    ...operations.flatMap((operation) => operation.parameters ?? []),
  ].filter((parameter) => parameter['x-example-from']);
  const bytes = new TextEncoder().encode(login);
  const headers = { Authorization: 'Basic ' + btoa(String.fromCharCode(...bytes)) };
  const answers = {};
  for (const parameter of parameters) {
    const { path, value, before = '', behind = '' } = parameter['x-example-from'];
    answers[path] ??= await fetch(path.slice(1), { headers }).then((answer) => (answer.ok ? answer.json() : {}));
    const found = value.reduce((within, step) => within?.[step], answers[path]);
    if (found !== undefined) parameter.example = before + found + behind;
  }
  specActions.updateSpec(JSON.stringify(contract));
}

window.ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#page',
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  plugins: [node],
});
`;

export function renderDocsPage(service: ServiceIdentity): string {
  const title = service.title.replace(/[<>&"]/g, '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
<p class="login">To try an operation, log in with <b>Authorize</b>. On a node that <code>npm start</code> runs, the user is
<code>admin</code>, and the password is in the file <code>data/admin-password</code>; elsewhere ask whoever set
<code>ADMIN_PASSWORD</code> or keeps the users. Required parameters hold what the README's first session leaves behind.</p>
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/page.js"></script>
</body>
</html>
`;
}
