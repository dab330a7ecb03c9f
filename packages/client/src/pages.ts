// A listing as one sequence, whatever its pages. Holds one page.
import type { PageInfo } from '@holdfast/api-types';
import type { CallOptions } from './settings.ts';

interface Paged {
  readonly limit?: number | undefined;
  readonly continuationToken?: string | undefined;
}

/** Starts behind the input's `continuationToken`, if any. */
export async function* itemsOf<Input extends Paged, Page extends { pageInfo: PageInfo }, Item>(
  list: (input: Input, options?: CallOptions) => Promise<Page>,
  items: (page: Page) => readonly Item[],
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Item> {
  let { continuationToken } = input;
  do {
    const page = await list({ ...input, continuationToken }, options);
    yield* items(page);
    ({ continuationToken } = page.pageInfo);
  } while (continuationToken !== undefined);
}
