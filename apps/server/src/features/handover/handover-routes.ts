import {
  getHandover,
  getHandoverDraft,
  listDueHandovers,
  listHandovers,
} from '@gwanje/contract/duty/handovers';
import { recentShifts } from '@gwanje/domain/duty/duty-shifts';
import { requireSeen } from '../../access/targets.ts';
import { seesEverySubGroup } from '../../access/visibility-repository.ts';
import { loadPeopleOf } from '../../alarms/duty/duty-people-repository.ts';
import * as rotas from '../../alarms/duty/rota-repository.ts';
import type { Routes } from '../../platform/http/call.ts';
import { updateRow } from '../../platform/store/row-repository.ts';
import { CATCH_UP_MS, DUE_MS } from './ended-shifts.ts';
import {
  draftHead,
  peopleOnDuty,
  rangeOf,
  seenGroupsOf,
  storedAnswer,
  storedHead,
} from './handover-answers.ts';
import {
  finishDraft,
  insertItem,
  requireHandover,
  requireRota,
  requireShift,
  saveDraft,
  takeOverStored,
} from './handover-changes.ts';
import { draftContent, seenContent } from './handover-content.ts';
import * as handovers from './handover-repository.ts';

export const handoverRoutes = {
  async listDueHandovers({ db, scope, now }) {
    const found = await rotas.listRotasOf(db, scope.selected);
    const peopleOf = await loadPeopleOf(db, found);
    const ids = found.map(({ dutyRotaId }) => dutyRotaId);
    const isStored = await handovers.loadStoredShifts(db, ids, new Date(now.getTime() - CATCH_UP_MS));
    const drafts = found.flatMap((rota) =>
      recentShifts(rotas.rotaOf(rota), now.getTime(), DUE_MS)
        .filter((shift) => !isStored({ dutyRotaId: rota.dutyRotaId, ...shift }))
        .map((shift) => draftHead(rota, shift, peopleOnDuty(peopleOf(rota), shift))),
    );
    const waiting = await handovers.listWaitingHandovers(db, scope.selected);
    return listDueHandovers.response.parse({
      serverTime: now.toISOString(),
      handoverList: [...drafts, ...waiting.map(storedHead)].toSorted((a, b) =>
        b.fromAt.localeCompare(a.fromAt),
      ),
    });
  },

  async getHandoverDraft(call) {
    const { db, body, now } = call;
    const seen = seenGroupsOf(call);
    const rota = await requireRota(call, body.dutyRotaId);
    const found = await handovers.findHandoverOf(db, body);
    if (found) {
      const stored = requireHandover(found.handoverId, found, seen);
      return getHandoverDraft.response.parse(await storedAnswer(db, stored, seen, now));
    }
    const shift = requireShift(rota, body, now);
    const people = (await loadPeopleOf(db, [rota]))(rota);
    const shiftTime = { fromAt: new Date(shift.fromMs), toAt: new Date(shift.toMs) };
    const range = await rangeOf(db, rota.dutyRotaId, rota.subGroupIds, shiftTime, now);
    const content = await draftContent(db, range);
    return getHandoverDraft.response.parse({
      ...draftHead(rota, shift, peopleOnDuty(people, shift)),
      serverTime: now.toISOString(),
      content: seenContent(content, (id) => seen.has(id)),
      notes: '',
      remarkList: [],
      version: 0,
    });
  },

  async getHandover(call) {
    const { db, params, now } = call;
    const { handoverId } = params;
    const seen = seenGroupsOf(call);
    const found = await handovers.findHandover(db, handoverId);
    const stored = requireHandover(handoverId, found, seen);
    return getHandover.response.parse(await storedAnswer(db, stored, seen, now));
  },

  saveHandover: (call) => saveDraft(call, call.body, seenGroupsOf(call)),

  finishHandover: (call) => finishDraft(call, call.body, seenGroupsOf(call)),

  async takeOver(call) {
    const { db, params } = call;
    const stored = await handovers.lockHandover(db, params.handoverId);
    await takeOverStored(call, requireHandover(params.handoverId, stored, seenGroupsOf(call)));
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

  async listHandovers({ db, user, params, body, scope, now }) {
    const seen = { ...scope, seesDeleted: seesEverySubGroup(user) };
    const { totalCnt, list } = await handovers.listPastHandovers(db, seen, body, params, now);
    return listHandovers.response.parse({ ...params, totalCnt, list: list.map(storedHead) });
  },
} satisfies Routes;
