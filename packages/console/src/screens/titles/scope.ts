// A part of the title database that can be selected: a publisher, a title, or one AU.
import { quoteText } from '../aus/query/condition.ts';

export interface TitleRef {
  readonly publisher: string;
  readonly id: string;
  readonly name: string;
}

export type TitleScope =
  | { readonly kind: 'publisher'; readonly publisher: string }
  | { readonly kind: 'title'; readonly publisher: string; readonly title: TitleRef }
  | { readonly kind: 'au'; readonly publisher: string; readonly title: TitleRef; readonly auid: string };

export function toScopeKey(scope: TitleScope): string {
  const { publisher } = scope;
  if (scope.kind === 'publisher') return JSON.stringify([publisher]);
  const { id, name } = scope.title;
  return JSON.stringify(scope.kind === 'title' ? [publisher, id, name] : [publisher, id, name, scope.auid]);
}

/** Returns the query conditions that select the AUs in the scope. */
export function toScopeConditions(scope: TitleScope): string[] {
  const publisher = `tdbPublisher.name = ${quoteText(scope.publisher)}`;
  if (scope.kind === 'publisher') return [publisher];
  // Ids are derived from names, and two names may have the same id. The name is therefore compared as well.
  const title = [
    `tdbTitle.id = ${quoteText(scope.title.id)}`,
    `tdbTitle.name = ${quoteText(scope.title.name)}`,
  ];
  return [...(scope.kind === 'au' ? [`auId = ${quoteText(scope.auid)}`] : []), ...title, publisher];
}

export type ScopeSelection = ReadonlyMap<string, TitleScope>;

/** Returns whether the scope is selected, directly or through a scope that contains it. */
export function isScopeSelected(chosen: ScopeSelection, scope: TitleScope): boolean {
  return chosen.has(toScopeKey(scope)) || above(scope).some((one) => chosen.has(toScopeKey(one)));
}

/** Selects or deselects the scope. Selecting it removes the scopes that it contains. */
export function selectScope(chosen: ScopeSelection, scope: TitleScope, isOn: boolean): ScopeSelection {
  const next = new Map(
    [...chosen].filter(([, one]) => !above(one).some((other) => toScopeKey(other) === toScopeKey(scope))),
  );
  if (isOn) next.set(toScopeKey(scope), scope);
  else next.delete(toScopeKey(scope));
  return next;
}

function above(scope: TitleScope): readonly TitleScope[] {
  const { publisher } = scope;
  if (scope.kind === 'publisher') return [];
  const ofPublisher: TitleScope = { kind: 'publisher', publisher };
  return scope.kind === 'title'
    ? [ofPublisher]
    : [ofPublisher, { kind: 'title', publisher, title: scope.title }];
}
