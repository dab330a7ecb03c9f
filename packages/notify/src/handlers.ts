// Handles the operations on notices, targets and deliveries of both services.
import { isAllowedByRoles, type User } from '@holdfast/accounts';
import type { NoticeDelivery, repository } from '@holdfast/api-types';
import { ApiError, addAuditSubject, errors, type OperationHandlers } from '@holdfast/http-kit';
import {
  type DeliveryPosition,
  type ListedDelivery,
  listDeliveries,
  makeDeliveryDue,
} from './index/deliveries.db.ts';
import type { NoticeDatabase } from './index/notice-database.ts';
import { listNotices, type NoticePosition } from './index/notices.db.ts';
import {
  changeTarget,
  deleteTarget,
  findTarget,
  insertTarget,
  listTargets,
  type NoticeTarget,
} from './index/targets.db.ts';
import type { StoredNotice } from './notices/notice.ts';
import { sendMessage } from './sending/deliver.ts';
import { makeWebhookSecret } from './sending/webhook-secret.ts';
import { type NotifySettings, readMailSettings, toConsoleBase } from './settings/notify-settings.ts';
import { makeTestMessage } from './texts/make-message.ts';

export interface NoticeHandlersDeps {
  readonly database: NoticeDatabase;
  readonly settings: NotifySettings;
  nowMs(): number;
  /** Creates the identifier of a test message. */
  newId(): string;
  /** Converts database errors to errors of the service. */
  guard<Result>(result: Promise<Result>): Promise<Result>;
}

/** Roles that may see names of users, files and stores, reasons entered by users, and reasons of failures. */
const NAME_ROLES = ['contentAdminRole', 'auAdminRole', 'userAdminRole'];
const USUAL_LIMIT = 100;
const MAX_LIMIT = 1_000;
const USUAL_CAP = 20;
const TEST_TIMEOUT_MS = 10_000;

export type NoticeHandlers = Required<OperationHandlers<Pick<repository.operations, NoticeOperation>>>;

type NoticeOperation =
  | 'getNotices'
  | 'getNoticeTargets'
  | 'postNoticeTarget'
  | 'patchNoticeTarget'
  | 'deleteNoticeTarget'
  | 'testNoticeTarget'
  | 'getNoticeDeliveries'
  | 'resendNoticeDelivery';

export function createNoticeHandlers({
  database,
  settings,
  nowMs,
  newId,
  guard,
}: NoticeHandlersDeps): NoticeHandlers {
  const { db, owner } = database;
  const { mail, missing } = readMailSettings(settings);
  const context = { node: settings.nodeName, consoleUrl: toConsoleBase(settings.consoleUrl) };
  const findKnown = async (id: string) => {
    const target = isUuid(id) ? await guard(findTarget(db, owner, id)) : undefined;
    if (target === undefined) throw makeUnknownError('target', id);
    return target;
  };
  return {
    getNotices: async ({ query, user }, response) => {
      const { since, auid, kind, limit = USUAL_LIMIT, continuationToken } = query;
      const before = toPosition(continuationToken);
      const page = { before: before && { at: before.ms, id: before.id }, limit: Math.min(limit, MAX_LIMIT) };
      const found = await guard(
        listNotices(db, owner, { since, auid, kind }, { ...page, limit: page.limit + 1 }),
      );
      const shown = found.slice(0, page.limit);
      const last = found.length > page.limit ? shown.at(-1) : undefined;
      const isNamed = user !== undefined && maySeeNames(user);
      response.set('Cache-Control', 'no-store').json({
        notices: isNamed ? shown : shown.map(toReaderNotice),
        ...(last && { continuationToken: nameOf(last) }),
      });
    },

    getNoticeTargets: async (_request, response) => {
      const targets = await guard(listTargets(db, owner));
      const { node, consoleUrl } = context;
      response.set('Cache-Control', 'no-store').json({
        ...{ node, missing, targets: targets.map(toTargetWire) },
        ...(consoleUrl !== undefined && { consoleUrl }),
      });
    },

    postNoticeTarget: async ({ body, user, raw }, response) => {
      const { type, address, kinds, language = 'en', weekly = false, hourlyCap = USUAL_CAP } = body;
      if (type === 'webhook' && !URL.canParse(address))
        throw errors.makeBadRequestError('The address of a webhook must be an http or https URL.');
      const secret = body.type === 'webhook' ? (body.secret ?? makeWebhookSecret()) : undefined;
      const target = await guard(
        insertTarget(db, owner, {
          ...{ type, address, kinds: [...new Set(kinds)], language, weekly, hourlyCap, secret },
          createdBy: user?.name ?? '',
        }),
      );
      if (target === undefined)
        throw new ApiError(
          409,
          `The address ${address} is already a target, or there are already 50 targets.`,
        );
      addAuditSubject(raw, toAuditSubject(target));
      response
        .status(201)
        .set('Cache-Control', 'no-store')
        .json({ target: toTargetWire(target), ...(secret !== undefined && { secret }) });
    },

    patchNoticeTarget: async ({ params, body, raw }, response) => {
      const { rotate = false, secret: given, kinds, ...change } = body;
      const known = await findKnown(params.target);
      addAuditSubject(raw, { ...toAuditSubject(known), ...(rotate && { rotate }) });
      if (rotate && known.type === 'mail') throw new ApiError(409, 'An email address has no secret.');
      const secret = rotate ? (given ?? makeWebhookSecret()) : undefined;
      const target = await guard(
        changeTarget(db, owner, params.target, {
          ...change,
          ...(kinds && { kinds: [...new Set(kinds)] }),
          ...(secret !== undefined && { secret }),
        }),
      );
      if (target === undefined) throw makeUnknownError('target', params.target);
      response
        .set('Cache-Control', 'no-store')
        .json({ target: toTargetWire(target), ...(secret !== undefined && { secret }) });
    },

    deleteNoticeTarget: async ({ params: { target: id }, raw }, response) => {
      addAuditSubject(raw, toAuditSubject(await findKnown(id)));
      if (!(await guard(deleteTarget(db, owner, id)))) throw makeUnknownError('target', id);
      response.status(204).set('Cache-Control', 'no-store').end();
    },

    testNoticeTarget: async ({ params, raw, signal }, response) => {
      const target = await findKnown(params.target);
      addAuditSubject(raw, toAuditSubject(target));
      const message = makeTestMessage(context, target, nowMs());
      const sent = await sendMessage(
        { mail, node: settings.nodeName, nowMs },
        { ...target, ...message, id: newId(), atMs: nowMs() },
        { timeoutMs: TEST_TIMEOUT_MS, signal },
      );
      response.set('Cache-Control', 'no-store').json({
        outcome: sent.outcome,
        ...(sent.outcome === 'failed' && { error: sent.error }),
      });
    },

    getNoticeDeliveries: async ({ query }, response) => {
      const { state, limit = USUAL_LIMIT, continuationToken } = query;
      const before = toPosition(continuationToken);
      const most = Math.min(limit, MAX_LIMIT);
      const found = await guard(
        listDeliveries(
          db,
          owner,
          { state },
          { before: before && { createdMs: before.ms, id: before.id }, limit: most + 1 },
        ),
      );
      const shown = found.slice(0, most);
      const last = found.length > most ? shown.at(-1) : undefined;
      response.set('Cache-Control', 'no-store').json({
        deliveries: shown.map(toDeliveryWire),
        ...(last && { continuationToken: nameOf(last) }),
      });
    },

    resendNoticeDelivery: async ({ params: { delivery: id } }, response) => {
      const delivery = isUuid(id) ? await guard(makeDeliveryDue(db, owner, id)) : undefined;
      if (delivery === undefined) throw makeUnknownError('delivery', id);
      response.set('Cache-Control', 'no-store').json(toDeliveryWire(delivery));
    },
  };
}

const maySeeNames = ({ roles }: User): boolean => isAllowedByRoles(roles, NAME_ROLES);

/**
 * Omits data that only administrators can see in other operations: users, reasons entered by users, reasons of
 * failures, and names of files and stores. Keeps reasons of damage, because they are purely technical.
 */
function toReaderNotice({ user: _user, incident, ...notice }: StoredNotice): Omit<StoredNotice, 'user'> {
  const { kind } = notice;
  const { name, reason, ...detail } = notice.detail;
  const isOfStore = kind.startsWith('store.');
  return {
    ...notice,
    ...(incident !== undefined && !isOfStore && { incident }),
    detail: {
      ...detail,
      ...(name !== undefined && !isOfStore && !kind.startsWith('import.') && { name }),
      ...(reason !== undefined && /^(?:damage|copy)\./.test(kind) && { reason }),
    },
  };
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isUuid = (text: string): boolean => UUID.test(text);

const makeUnknownError = (what: string, id: string): ApiError =>
  new ApiError(404, `There is no ${what} ${id.slice(0, 100)}.`);

function toPosition(token: string | undefined): { ms: number; id: string } | undefined {
  if (token === undefined) return undefined;
  const [, ms, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(token) ?? [];
  if (ms === undefined || id === undefined || !isUuid(id))
    throw errors.makeBadRequestError('The continuation token is not from this operation.');
  return { ms: Number(ms), id };
}

const nameOf = (last: NoticePosition | DeliveryPosition): string =>
  `${'at' in last ? last.at : last.createdMs}.${last.id}`;

/** Describes a target for the audit log, without the path and query of a webhook, which are often secret. */
const toAuditSubject = ({ id: target, type, address }: Pick<NoticeTarget, 'id' | 'type' | 'address'>) => ({
  ...{ target, type },
  address: type === 'webhook' ? new URL(address).origin : address,
});

function toTargetWire({ createdMs: created, whyOff, kinds, ...target }: NoticeTarget) {
  return {
    ...{ id: target.id, type: target.type, address: target.address, kinds: [...kinds] },
    ...{ language: target.language, weekly: target.weekly, hourlyCap: target.hourlyCap },
    ...{ enabled: target.enabled, createdBy: target.createdBy, created },
    ...(whyOff !== null && { whyOff }),
  };
}

function toDeliveryWire({
  createdMs: created,
  dueMs,
  sentMs,
  lastError,
  ...one
}: ListedDelivery): NoticeDelivery {
  return {
    ...{ ...one, created },
    ...(one.state === 'waiting' && { due: dueMs }),
    ...(sentMs !== null && { sent: sentMs }),
    ...(lastError !== null && { error: lastError }),
  };
}
