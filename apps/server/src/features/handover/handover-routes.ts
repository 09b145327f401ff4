import type { Db } from '@gwanje/backend/database/schema';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { finishHandover } from '@gwanje/contract/duty/handovers';
import {
  getHandover,
  getHandoverDraft,
  HandoverContent,
  HandoverHead,
  listDueHandovers,
  listHandovers,
  MAX_OPEN_ITEMS,
} from '@gwanje/contract/duty/handovers';
import { type DutyOccurrence, shiftsBetween } from '@gwanje/domain/duty/duty-shifts';
import { DAY_MS, dayOf } from '@gwanje/domain/duty/zone-clock';
import { z } from 'zod';
import { requireSeen, requireVersion } from '../../access/targets.ts';
import { loadPeopleOf } from '../../alarms/duty/duty-people-repository.ts';
import * as rotas from '../../alarms/duty/rota-repository.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import { insertRow, updateRow } from '../../platform/store/row-repository.ts';
import { draftContent, searchTextOf, seenContent } from './handover-content.ts';
import * as handovers from './handover-repository.ts';

/** How long a shift that ended is offered to be finished and taken over. */
const DUE_MS = 36 * 3_600_000;

export const handoverRoutes = {
  async listDueHandovers({ db, scope, now }) {
    const found = await rotas.listRotasOf(db, scope.selected);
    const peopleOf = await loadPeopleOf(db, found);
    const from = new Date(now.getTime() - DUE_MS);
    const ids = found.map(({ dutyRotaId }) => dutyRotaId);
    const stored = await handovers.listHandoversOf(db, ids, new Date(from.getTime() - 2 * DAY_MS));
    const storedOf = new Map(stored.map((one) => [`${one.dutyRotaId} ${one.shiftId} ${one.shiftDate}`, one]));
    const handoverList = found.flatMap((rota) =>
      shiftsBetween(rotas.rotaOf(rota), from.getTime(), now.getTime() + 1).flatMap((shift) => {
        const known = storedOf.get(`${rota.dutyRotaId} ${shift.shiftId} ${shift.date}`);
        if (known?.state === 'takenOver') return [];
        return known ? storedHead(known) : draftHead(rota, shift, namesOf(peopleOf(rota), shift));
      }),
    );
    return listDueHandovers.response.parse({
      serverTime: now.toISOString(),
      handoverList: handoverList.toSorted((a, b) => b.fromAt.localeCompare(a.fromAt)),
    });
  },

  async getHandoverDraft(call) {
    const { db, body, scope, now } = call;
    const { rota, shift } = await requireShift(call, body);
    const stored = await handovers.findHandoverOf(db, body);
    if (stored) return getHandoverDraft.response.parse(await storedAnswer(db, stored, scope.allowed, now));
    const people = (await loadPeopleOf(db, [rota]))(rota);
    const content = await draftContent(db, rangeOf(rota.dutyRotaId, rota.subGroupIds, shift, now));
    return getHandoverDraft.response.parse({
      ...draftHead(rota, shift, namesOf(people, shift)),
      serverTime: now.toISOString(),
      content: seenContent(content, (id) => scope.allowed.has(id)),
      notes: '',
      remarkList: [],
      version: 0,
    });
  },

  async getHandover({ db, params, scope, now }) {
    const stored = requireHandover(
      params.handoverId,
      await handovers.findHandover(db, params.handoverId),
      scope,
    );
    return getHandover.response.parse(await storedAnswer(db, stored, scope.allowed, now));
  },

  async saveHandover(call) {
    const { db, now, audit } = call;
    const { stored, written } = await requireDraft(call);
    const version = await handovers.updateHandover(db, stored.handoverId, { ...written, updatedAt: now });
    await audit('handover.save', stored.handoverId, { rotaName: stored.rotaName, date: stored.shiftDate });
    return { handoverId: stored.handoverId, version };
  },

  async finishHandover(call) {
    const { db, user, body, now, audit } = call;
    const { stored, written } = await requireDraft(call);
    const { handoverId, rotaName, shiftName, shiftDate } = stored;
    const content = await draftContent(db, storedRange(stored, now));
    const remarks = body.remarkList.map(({ text }) => text);
    const words = [rotaName, shiftName, user.name, body.notes, ...remarks, ...Names.parse(stored.nameList)];
    const version = await handovers.updateHandover(db, handoverId, {
      ...written,
      state: 'finished',
      content: JSON.stringify(content),
      searchText: searchTextOf(content, words),
      finishedAt: now,
      finishedBy: user.name,
      finishedByNo: user.userNo,
      updatedAt: now,
    });
    await audit('handover.finish', handoverId, { rotaName, shiftName, date: shiftDate });
    return { handoverId, version };
  },

  async takeOver({ db, user, params, scope, now, audit }) {
    const { handoverId } = params;
    const stored = requireHandover(handoverId, await handovers.lockHandover(db, handoverId), scope);
    if (stored.state === 'draft') throw new AppError('conflict', { reason: 'notFinished' });
    if (stored.state === 'takenOver') {
      if (stored.takenByNo === user.userNo) return;
      throw new AppError('conflict', { reason: 'takenOver' });
    }
    await handovers.updateHandover(db, handoverId, {
      state: 'takenOver',
      takenAt: now,
      takenBy: user.name,
      takenByNo: user.userNo,
    });
    const { rotaName, shiftName, shiftDate } = stored;
    await audit('handover.takeOver', handoverId, { rotaName, shiftName, date: shiftDate });
  },

  async insertHandoverItem(call) {
    const { db, user, body, now, audit } = call;
    const { dutyRotaId, text } = body;
    const field = 'dutyRotaId';
    requireSeen('dutyRota', dutyRotaId, await rotas.lockRota(db, user, dutyRotaId), { field });
    if ((await handovers.countOpenItems(db, dutyRotaId)) >= MAX_OPEN_ITEMS)
      throw new AppError('conflict', { field, reason: 'tooMany' });
    const handoverItemId = await insertRow(db, 'handoverItem', {
      dutyRotaId,
      text,
      createdBy: user.name,
      createdByNo: user.userNo,
      createdAt: now,
    });
    await audit('handoverItem.insert', handoverItemId, { dutyRotaId });
    return { handoverItemId };
  },

  async closeHandoverItem({ db, user, params, now, audit }) {
    const { handoverItemId } = params;
    const item = await handovers.lockItem(db, handoverItemId);
    const rota = item && (await rotas.findRota(db, user, item.dutyRotaId));
    requireSeen('handoverItem', handoverItemId, rota);
    if (!item || item.closedAt !== null) return;
    await updateRow(db, 'handoverItem', handoverItemId, {
      closedAt: now,
      closedBy: user.name,
      closedByNo: user.userNo,
    });
    await audit('handoverItem.close', handoverItemId, { dutyRotaId: item.dutyRotaId });
  },

  async listHandovers({ db, params, body, scope }) {
    const { totalCnt, list } = await handovers.listFinishedHandovers(db, scope.selected, body, params);
    return listHandovers.response.parse({ ...params, totalCnt, list: list.map(storedHead) });
  },
} satisfies Routes;

const Names = z.array(z.string());
const Ids = z.array(z.number());
const Remarks = z.record(z.string(), z.string());

type ShiftOfDay = Pick<BodyOf<typeof finishHandover>, 'dutyRotaId' | 'shiftId' | 'date'>;

/** The shift must have begun: there is nothing to hand over of the future. */
async function requireShift(
  call: Pick<Call, 'db' | 'user' | 'now'>,
  { dutyRotaId, shiftId, date }: ShiftOfDay,
) {
  const { db, user, now } = call;
  const field = 'dutyRotaId';
  const rota = requireSeen('dutyRota', dutyRotaId, await rotas.findRota(db, user, dutyRotaId), { field });
  const noon = (dayOf(date) + 0.5) * DAY_MS;
  const shift = shiftsBetween(rotas.rotaOf(rota), noon - 2 * DAY_MS, noon + 2 * DAY_MS).find(
    (one) => one.shiftId === shiftId && one.date === date,
  );
  if (!shift || shift.fromMs > now.getTime()) throw new AppError('notFound', { field: 'shiftId' });
  return { rota, shift };
}

/** Locks the draft of a shift; the first write stores it. */
async function requireDraft(
  call: Pick<Call, 'db' | 'user' | 'now'> & { body: BodyOf<typeof finishHandover> },
) {
  const { db, now, body } = call;
  const { rota, shift } = await requireShift(call, body);
  const people = (await loadPeopleOf(db, [rota]))(rota);
  const stored = await handovers.lockOrInsertHandover(
    db,
    {
      dutyRotaId: body.dutyRotaId,
      shiftId: body.shiftId,
      date: body.date,
      metaGroupId: rota.metaGroupId,
      subGroupIds: rota.subGroupIds,
      rotaName: rota.name,
      shiftName: shift.name,
      timeZone: rota.plan.timeZone,
      nameList: namesOf(people, shift),
      fromAt: new Date(shift.fromMs),
      toAt: new Date(shift.toMs),
    },
    now,
  );
  if (!stored) throw new AppError('notFound', { field: 'dutyRotaId' });
  if (stored.state !== 'draft') throw new AppError('conflict', { reason: 'finished' });
  requireVersion(body.version ?? 0, stored.version);
  const remarks = Object.fromEntries(body.remarkList.map(({ key, text }) => [key, text]));
  return { stored, written: { notes: body.notes, remarks: JSON.stringify(remarks) } };
}

/** Whoever sees none of the groups that the handover is about must not learn that it exists. */
function requireHandover(
  handoverId: number,
  stored: handovers.StoredHandover | undefined,
  scope: Pick<Call['scope'], 'allowed'>,
): handovers.StoredHandover {
  const isSeen = Ids.parse(stored?.subGroupIds ?? []).some((id) => scope.allowed.has(id));
  return requireSeen('handover', handoverId, stored && { ...stored, isSeen });
}

function rangeOf(
  dutyRotaId: number,
  subGroupIds: readonly number[],
  { fromMs, toMs }: Pick<DutyOccurrence, 'fromMs' | 'toMs'>,
  now: Date,
) {
  const to = new Date(Math.min(toMs, now.getTime()));
  return { dutyRotaId, subGroupIds, from: new Date(fromMs), to };
}

function storedRange(stored: handovers.StoredHandover, now: Date) {
  const span = { fromMs: stored.fromAt.getTime(), toMs: stored.toAt.getTime() };
  return rangeOf(stored.dutyRotaId ?? 0, Ids.parse(stored.subGroupIds), span, now);
}

async function storedAnswer(
  db: Db,
  stored: handovers.StoredHandover,
  allowed: ReadonlySet<number>,
  now: Date,
) {
  const content =
    stored.content === null
      ? await draftContent(db, storedRange(stored, now))
      : HandoverContent.parse(stored.content);
  return {
    ...storedHead(stored),
    serverTime: now.toISOString(),
    content: seenContent(content, (id) => allowed.has(id)),
    notes: stored.notes,
    remarkList: Object.entries(Remarks.parse(stored.remarks)).map(([key, text]) => ({ key, text })),
    version: stored.version,
  };
}

function storedHead(stored: handovers.StoredHead): HandoverHead {
  return HandoverHead.parse({
    ...stored,
    date: stored.shiftDate,
    fromAt: stored.fromAt.toISOString(),
    toAt: stored.toAt.toISOString(),
    finishedAt: stored.finishedAt?.toISOString() ?? null,
    takenAt: stored.takenAt?.toISOString() ?? null,
  });
}

function draftHead(rota: rotas.StoredRota, shift: DutyOccurrence, nameList: readonly string[]): HandoverHead {
  return HandoverHead.parse({
    handoverId: null,
    dutyRotaId: rota.dutyRotaId,
    rotaName: rota.name,
    metaGroupName: rota.metaGroupName,
    timeZone: rota.plan.timeZone,
    shiftId: shift.shiftId,
    shiftName: shift.name,
    date: shift.date,
    fromAt: new Date(shift.fromMs).toISOString(),
    toAt: new Date(shift.toMs).toISOString(),
    nameList,
    state: 'draft',
    finishedBy: null,
    finishedAt: null,
    takenBy: null,
    takenAt: null,
  });
}

function namesOf(
  people: ReadonlyMap<number, { readonly name: string | null }>,
  shift: DutyOccurrence,
): string[] {
  return shift.people.flatMap(({ userNo }) => people.get(userNo)?.name ?? []);
}
