// Selectable subset of the title database: a publisher, a title, or one AU.
import { quoteText } from '../../service/quote-text.ts';

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
  // Compares the name as well as the ID: IDs are derived from names, and two names may have the same ID.
  const title = [
    `tdbTitle.id = ${quoteText(scope.title.id)}`,
    `tdbTitle.name = ${quoteText(scope.title.name)}`,
  ];
  return [...(scope.kind === 'au' ? [`auId = ${quoteText(scope.auid)}`] : []), ...title, publisher];
}

export type ScopeSelection = ReadonlyMap<string, TitleScope>;

/** Returns whether the scope is selected, directly or as part of a selected scope. */
export function isScopeSelected(chosen: ScopeSelection, scope: TitleScope): boolean {
  return chosen.has(toScopeKey(scope)) || listParentScopes(scope).some((one) => chosen.has(toScopeKey(one)));
}

/** Returns whether something inside the scope is selected, but not the whole scope. */
export function isScopePartlySelected(chosen: ScopeSelection, scope: TitleScope): boolean {
  if (isScopeSelected(chosen, scope)) return false;
  const key = toScopeKey(scope);
  return [...chosen.values()].some((one) => listParentScopes(one).some((other) => toScopeKey(other) === key));
}

/** Selects or deselects the scope. A selected scope replaces the scopes inside it. */
export function selectScope(chosen: ScopeSelection, scope: TitleScope, isOn: boolean): ScopeSelection {
  const next = new Map(
    [...chosen].filter(
      ([, one]) => !listParentScopes(one).some((other) => toScopeKey(other) === toScopeKey(scope)),
    ),
  );
  if (isOn) next.set(toScopeKey(scope), scope);
  else next.delete(toScopeKey(scope));
  return next;
}

function listParentScopes(scope: TitleScope): readonly TitleScope[] {
  const { publisher } = scope;
  if (scope.kind === 'publisher') return [];
  const ofPublisher: TitleScope = { kind: 'publisher', publisher };
  return scope.kind === 'title'
    ? [ofPublisher]
    : [ofPublisher, { kind: 'title', publisher, title: scope.title }];
}
