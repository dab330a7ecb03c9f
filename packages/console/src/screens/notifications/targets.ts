// Loads and changes the targets of notifications of both services.
import type { configuration as contract } from '@holdfast/api-types';
import { canCall, configuration, repository } from '../../service/clients.ts';
import type { ServiceId } from '../../service/session.ts';
import { type ListedTargets, type MergedTarget, mergeTargets, type NoticeKindName } from './merge-targets.ts';

/** Operations on notifications, which both services have. */
export type NoticesClient = Pick<
  typeof configuration,
  | 'getNotices'
  | 'getNoticeTargets'
  | 'postNoticeTarget'
  | 'patchNoticeTarget'
  | 'deleteNoticeTarget'
  | 'testNoticeTarget'
  | 'getNoticeDeliveries'
  | 'resendNoticeDelivery'
>;

export const getNoticesClient = (service: ServiceId): NoticesClient =>
  service === 'repository' ? repository : configuration;

const SERVICES = ['repository', 'configuration'] as const;

/** Returns the services whose targets the user may change. */
export const listNoticeServices = (): ServiceId[] =>
  SERVICES.filter((service) => canCall(service, 'getNoticeTargets'));

export interface AllTargets {
  readonly services: readonly { readonly service: ServiceId; readonly targets: ListedTargets }[];
  readonly merged: readonly MergedTarget[];
}

export async function loadTargets(signal: AbortSignal): Promise<AllTargets> {
  const services = await Promise.all(
    listNoticeServices().map(async (service) => ({
      service,
      targets: await getNoticesClient(service).getNoticeTargets({}, { signal }),
    })),
  );
  return {
    services,
    merged: mergeTargets(services.map(({ service, targets: { targets } }) => ({ service, targets }))),
  };
}

export interface TargetDraft {
  readonly type: 'mail' | 'webhook';
  readonly address: string;
  readonly kinds: readonly NoticeKindName[];
  readonly language: contract.components['schemas']['NoticeLanguage'];
  readonly weekly: boolean;
}

/** Adds the target to each service, with the same secret. Returns the secret of a webhook. */
export async function addTarget(draft: TargetDraft): Promise<string | undefined> {
  let secret: string | undefined;
  for (const service of listNoticeServices()) {
    const body = {
      ...{ ...draft, kinds: [...draft.kinds] },
      ...(secret !== undefined && { secret }),
      // Only the first service sends the weekly summary, so that the target receives it only once.
      weekly: draft.weekly && service === listNoticeServices()[0],
    };
    secret = (await getNoticesClient(service).postNoticeTarget({ body })).secret;
  }
  return secret;
}

/** Changes the target in each service, and adds it to services that lack it. */
export async function changeTarget(
  { places, type }: MergedTarget,
  draft: Omit<TargetDraft, 'type' | 'address'>,
): Promise<void> {
  for (const { service, target } of places) {
    const weekly = draft.weekly && service === places[0]!.service;
    const body = { kinds: [...draft.kinds], language: draft.language, weekly };
    await getNoticesClient(service).patchNoticeTarget({ target: target.id, body });
  }
  // The secret of a webhook cannot be read, so it cannot be copied to another service.
  if (type === 'webhook') return;
  for (const service of listNoticeServices().filter(
    (one) => !places.some((place) => place.service === one),
  )) {
    const body = { ...draft, kinds: [...draft.kinds], weekly: false };
    const { address } = places[0]!.target;
    await getNoticesClient(service).postNoticeTarget({ body: { ...body, type, address } });
  }
}

export async function enableTarget({ places }: MergedTarget, enabled: boolean): Promise<void> {
  for (const { service, target } of places)
    await getNoticesClient(service).patchNoticeTarget({ target: target.id, body: { enabled } });
}

/** Replaces the secret of the webhook with the same new secret in each service. Returns the new secret. */
export async function rotateSecret({ places }: MergedTarget): Promise<string | undefined> {
  let secret: string | undefined;
  for (const { service, target } of places) {
    const body = { rotate: true as const, ...(secret !== undefined && { secret }) };
    ({ secret } = await getNoticesClient(service).patchNoticeTarget({ target: target.id, body }));
  }
  return secret;
}

export async function removeTarget({ places }: MergedTarget): Promise<void> {
  for (const { service, target } of places)
    await getNoticesClient(service).deleteNoticeTarget({ target: target.id });
}

/** Sends a test message from each service. Returns the failures. */
export async function testTarget({ places }: MergedTarget): Promise<string[]> {
  const results = await Promise.all(
    places.map(({ service, target }) => getNoticesClient(service).testNoticeTarget({ target: target.id })),
  );
  return results.flatMap(({ outcome, error }) => (outcome === 'failed' ? [error ?? ''] : []));
}
