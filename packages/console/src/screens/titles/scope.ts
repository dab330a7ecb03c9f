// A part of the title database that can be selected and added: a publisher, a title, or one AU.
import { quoted } from '../aus/query/condition.ts';

export interface TitleRef {
  readonly publisher: string;
  readonly id: string;
  readonly name: string;
}

export type Scope =
  | { readonly kind: 'publisher'; readonly publisher: string }
  | { readonly kind: 'title'; readonly publisher: string; readonly title: TitleRef }
  | { readonly kind: 'au'; readonly publisher: string; readonly title: TitleRef; readonly auid: string };

export function keyOf(scope: Scope): string {
  const { publisher } = scope;
  if (scope.kind === 'publisher') return JSON.stringify([publisher]);
  const { id, name } = scope.title;
  return JSON.stringify(scope.kind === 'title' ? [publisher, id, name] : [publisher, id, name, scope.auid]);
}

/** Conditions on AUs of the title database. */
export function conditionsOf(scope: Scope): string[] {
  const publisher = `tdbPublisher.name = ${quoted(scope.publisher)}`;
  if (scope.kind === 'publisher') return [publisher];
  // Identifiers are made of names, and two may be the same.
  const title = [`tdbTitle.id = ${quoted(scope.title.id)}`, `tdbTitle.name = ${quoted(scope.title.name)}`];
  return [...(scope.kind === 'au' ? [`auId = ${quoted(scope.auid)}`] : []), ...title, publisher];
}

export type Chosen = ReadonlyMap<string, Scope>;

/** Whether it is chosen, itself or with what it belongs to. */
export function isChosen(chosen: Chosen, scope: Scope): boolean {
  return chosen.has(keyOf(scope)) || above(scope).some((one) => chosen.has(keyOf(one)));
}

/** Chooses it, or not any more; what lies in it need not be chosen by itself. */
export function choose(chosen: Chosen, scope: Scope, isOn: boolean): Chosen {
  const next = new Map(
    [...chosen].filter(([, one]) => !above(one).some((other) => keyOf(other) === keyOf(scope))),
  );
  if (isOn) next.set(keyOf(scope), scope);
  else next.delete(keyOf(scope));
  return next;
}

function above(scope: Scope): readonly Scope[] {
  const { publisher } = scope;
  if (scope.kind === 'publisher') return [];
  const ofPublisher: Scope = { kind: 'publisher', publisher };
  return scope.kind === 'title'
    ? [ofPublisher]
    : [ofPublisher, { kind: 'title', publisher, title: scope.title }];
}
