import {
  getHandover,
  getHandoverDraft,
  listDueHandovers,
  listHandovers,
} from '@gwanje/contract/duty/handovers';
import { shiftsBetween } from '@gwanje/domain/duty/duty-shifts';
import { DAY_MS } from '@gwanje/domain/duty/zone-clock';
import { requireSeen } from '../../access/targets.ts';
import { loadPeopleOf } from '../../alarms/duty/duty-people-repository.ts';
import * as rotas from '../../alarms/duty/rota-repository.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import { updateRow } from '../../platform/store/row-repository.ts';
import {
  draftHead,
  namesOf,
  rangeOf,
  storedAnswer,
  storedHead,
  storedSubGroups,
} from './handover-answers.ts';
import { finishDraft, insertItem, requireShift, saveDraft, takeOverStored } from './handover-changes.ts';
import { draftContent, seenContent } from './handover-content.ts';
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
    const shiftTime = { fromAt: new Date(shift.fromMs), toAt: new Date(shift.toMs) };
    const range = await rangeOf(db, rota.dutyRotaId, rota.subGroupIds, shiftTime, now);
    const content = await draftContent(db, range);
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

  saveHandover: (call) => saveDraft(call, call.body),

  finishHandover: (call) => finishDraft(call, call.body),

  async takeOver(call) {
    const { db, params, scope } = call;
    const stored = await handovers.lockHandover(db, params.handoverId);
    await takeOverStored(call, requireHandover(params.handoverId, stored, scope));
  },

  async insertHandoverItem(call) {
    return { handoverItemId: await insertItem(call, call.body.dutyRotaId, call.body.text) };
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

/** Whoever sees none of the groups that the handover is about must not learn that it exists. */
function requireHandover(
  handoverId: number,
  stored: handovers.StoredHandover | undefined,
  scope: Pick<Call['scope'], 'allowed'>,
): handovers.StoredHandover {
  const isSeen = (stored ? storedSubGroups(stored) : []).some((id) => scope.allowed.has(id));
  return requireSeen('handover', handoverId, stored && { ...stored, isSeen });
}
