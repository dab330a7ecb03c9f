// Opens the page /docs in a browser and records its requests and errors.
import type { Browser, Locator, Page } from 'playwright-core';

export interface DocsPage {
  readonly page: Page;
  /** Console warnings and errors, uncaught errors, CSP violations and failed requests. */
  readonly complaints: string[];
  /** Origins to which the page sent requests. */
  readonly origins: Set<string>;
}

/** Opens /docs. Resolves when the page lists operations. */
export async function openDocs(browser: Browser, serviceUrl: string): Promise<DocsPage> {
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.method()} ${request.url()}`));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(`${serviceUrl}/docs`);
  await page.locator('.opblock').first().waitFor();
  return { page, complaints, origins };
}

/** Returns the listed operations, such as `GET /aus/{auid}/size`. */
export function listShownOperations({ page }: DocsPage): Promise<string[]> {
  return page.locator('.opblock-summary').evaluateAll((summaries) =>
    summaries.map((summary) => {
      const method = summary.querySelector('.opblock-summary-method')?.textContent;
      return `${method} ${summary.querySelector('.opblock-summary-path')?.getAttribute('data-path')}`;
    }),
  );
}

/** Expands an operation, so that its parameters and response statuses are visible. */
export async function openOperation({ page }: DocsPage, method: string, path: string): Promise<Locator> {
  const operation = page.locator(`.opblock-${method.toLowerCase()}`, {
    has: page.locator(`[data-path="${path}"]`),
  });
  const answers = operation.locator('.responses-table').first();
  if (!(await answers.isVisible())) await operation.locator('.opblock-summary-control').click();
  await answers.waitFor();
  return operation;
}

/** Collapses an operation, because clicks take longer on a page with many expanded operations. */
export async function closeOperation(operation: Locator): Promise<void> {
  await operation.locator('.opblock-summary-control').dispatchEvent('click');
  await operation.locator('.opblock-body').waitFor({ state: 'detached' });
}

export async function logIn({ page }: DocsPage, user: string, password: string): Promise<void> {
  await page.locator('button.authorize').first().click();
  // The page has one form for a login and one for an API token.
  const dialog = page.locator('.auth-container form').filter({ has: page.locator('#auth-basic-username') });
  await dialog.locator('input[type="text"]').fill(user);
  await dialog.locator('input[type="password"]').fill(password);
  await dialog.locator('button.authorize').click();
  await page.locator('.auth-btn-wrapper .btn-done').first().click();
}

/** Sends the request of an expanded operation without parameters. Returns the displayed status and body. */
export async function tryOutOperation(operation: Locator): Promise<{ status: string; body: string }> {
  await operation.locator('.try-out__btn').click();
  await operation.locator('button.execute').click();
  const answer = operation.locator('.live-responses-table');
  await answer.waitFor();
  const [status] = await answer.locator('tbody td.response-col_status').allTextContents();
  const [body] = await answer.locator('.highlight-code pre').allTextContents();
  return { status: status!.trim(), body: body! };
}
