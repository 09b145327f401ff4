import { setImmediate } from 'node:timers/promises';
import { AppError } from '@gwanje/contract/definition/errors';
import { getDutyNow, listDutyShifts, MAX_CALENDAR_SHIFTS } from '@gwanje/contract/duty/duty-calendar';
import {
  getRota,
  listDutyCandidates,
  listRotas,
  MAX_EXCEPTIONS,
  MAX_ROTAS,
} from '@gwanje/contract/duty/duty-rotas';
import { may } from '@gwanje/domain/access/permissions';
import { DAY_MS } from '@gwanje/domain/duty/zone-clock';
import { requireRight, requireSeen, requireVersion } from '../../access/targets.ts';
import { listCandidates, loadPeopleOf, userNosOf } from '../../alarms/duty/duty-people-repository.ts';
import * as rotas from '../../alarms/duty/rota-repository.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import { deleteRows, insertRow, named, updateRow } from '../../platform/store/row-repository.ts';
import { orConflict } from '../../platform/store/violations.ts';
import { peopleOfPlan, requireNewPeople, requireRotaGroups } from './allowed-rota-changes.ts';
import { calendarOf, dutyNowOf } from './duty-answers.ts';

export const dutyRoutes = {
  async listRotas({ db, user, scope }) {
    const found = await rotas.listRotasOf(db, scope.selected, user);
    const peopleOf = await loadPeopleOf(db, found);
    const rotaList = found.map((rota) => ({
      ...headOf(rota, scope.allowed),
      timeZone: rota.plan.timeZone,
      validFrom: rota.plan.validFrom,
      validTo: rota.plan.validTo,
      leadUserNo: rota.plan.leadUserNo,
      shiftCnt: rota.plan.shiftList.length,
      stepCnt: rota.plan.stepList.length,
      personList: [...peopleOf(rota).values()],
      isChangeable: may(user, 'duty.manage', rota),
    }));
    return listRotas.response.parse({ rotaList });
  },

  async getRota({ db, user, params, scope }) {
    const rota = await requireRota(db, user, params.dutyRotaId);
    const people = (await loadPeopleOf(db, [rota]))(rota);
    return getRota.response.parse({
      ...headOf(rota, scope.allowed),
      ...rota.plan,
      exceptionList: rota.exceptionList,
      personList: [...people.values()],
      openItemCnt: (await rotas.listOpenItems(db, rota.dutyRotaId)).length,
      isChangeable: may(user, 'duty.manage', rota),
      version: rota.version,
    });
  },

  async insertRota(call) {
    const { db, body, now, audit } = call;
    const { name, metaGroupId, forSubGroupIdList, ...plan } = body;
    const subGroupIds = await requireRotaGroups(call, metaGroupId, forSubGroupIdList);
    await requireNewPeople(call, peopleOfPlan(plan), new Set(), subGroupIds);
    if ((await rotas.countRotas(db, metaGroupId)) >= MAX_ROTAS)
      throw new AppError('conflict', { field: 'metaGroupId', reason: 'tooMany' });
    const row = {
      metaGroupId,
      ...named(name),
      coversAll: forSubGroupIdList === null,
      plan: JSON.stringify(plan),
      createdAt: now,
      updatedAt: now,
    };
    const dutyRotaId = await orConflict(insertRow(db, 'dutyRota', row), NAME_TAKEN);
    await rotas.saveRotaGroups(db, dutyRotaId, forSubGroupIdList);
    await audit('dutyRota.insert', dutyRotaId, { after: { name, metaGroupId, forSubGroupIdList, ...plan } });
    return { dutyRotaId };
  },

  async updateRota(call) {
    const { db, user, body, now, audit } = call;
    const { dutyRotaId, version: expected, ...values } = body;
    const { name, metaGroupId, forSubGroupIdList, ...plan } = values;
    const before = requireSeen('dutyRota', dutyRotaId, await rotas.lockRota(db, user, dutyRotaId), {
      field: 'dutyRotaId',
    });
    requireRight(user, 'duty.manage', before, { field: 'dutyRotaId' });
    requireVersion(expected, before.version);
    // Its open items and handovers are for the readers of its group.
    if (metaGroupId !== before.metaGroupId)
      throw new AppError('invalidParameter', { field: 'metaGroupId', reason: 'fixed' });
    const subGroupIds = await requireRotaGroups(call, metaGroupId, forSubGroupIdList);
    await requireNewPeople(call, peopleOfPlan(plan), userNosOf(before), subGroupIds);
    const version = before.version + 1;
    await orConflict(
      updateRow(db, 'dutyRota', dutyRotaId, {
        ...named(name),
        coversAll: forSubGroupIdList === null,
        plan: JSON.stringify(plan),
        updatedAt: now,
        version,
      }),
      NAME_TAKEN,
    );
    await rotas.saveRotaGroups(db, dutyRotaId, forSubGroupIdList);
    const shiftIds = plan.shiftList.map(({ shiftId }) => shiftId);
    await rotas.deleteExceptionsOfOtherShifts(db, dutyRotaId, shiftIds);
    const removed = before.exceptionList.filter(
      ({ shiftId }) => shiftId !== null && !shiftIds.includes(shiftId),
    );
    await audit('dutyRota.update', dutyRotaId, {
      before: { ...recordedRota(before), ...(removed.length > 0 && { exceptionList: removed }) },
      after: values,
    });
    return { version };
  },

  async deleteRota({ db, user, params, audit }) {
    const { dutyRotaId } = params;
    const before = requireSeen('dutyRota', dutyRotaId, await rotas.lockRota(db, user, dutyRotaId));
    requireRight(user, 'duty.manage', before);
    const openItemList = await rotas.listOpenItems(db, dutyRotaId);
    await deleteRows(db, 'dutyRota', dutyRotaId);
    const { exceptionList } = before;
    await audit('dutyRota.delete', dutyRotaId, {
      before: { ...recordedRota(before), exceptionList, openItemList },
    });
  },

  async listDutyCandidates(call) {
    const { metaGroupId, forSubGroupIdList } = call.body;
    const subGroupIds = await requireRotaGroups(call, metaGroupId, forSubGroupIdList);
    const rows = await listCandidates(call.db, call.user, subGroupIds);
    return listDutyCandidates.response.parse({ candidateList: rows });
  },

  async insertDutyException(call) {
    const { db, user, body, now, audit } = call;
    const { dutyRotaId, swapDate, ...exception } = body;
    const field = 'dutyRotaId';
    const rota = requireSeen('dutyRota', dutyRotaId, await rotas.lockRota(db, user, dutyRotaId), { field });
    requireRight(user, 'duty.manage', rota, { field });
    const { shiftId, replacedUserNo, coveringUserNo } = exception;
    if (shiftId !== null && !rota.plan.shiftList.some((shift) => shift.shiftId === shiftId))
      throw new AppError('notFound', { field: 'shiftId' });
    if (!userNosOf(rota).has(replacedUserNo)) throw new AppError('notFound', { field: 'replacedUserNo' });
    const inReturn = swapDate === undefined ? [] : [swappedBack(exception, swapDate)];
    if (rota.exceptionList.length + inReturn.length >= MAX_EXCEPTIONS)
      throw new AppError('conflict', { field, reason: 'tooMany' });
    if (coveringUserNo !== null)
      await requireNewPeople(call, [[coveringUserNo, 'coveringUserNo']], new Set(), rota.subGroupIds);
    if (inReturn.some((one) => !userNosOf(rota).has(one.replacedUserNo)))
      throw new AppError('invalidParameter', { field: 'swapDate', reason: 'coveringNotInRota' });
    // The later one wins: on the same day the named shift stays with the covering person.
    const ids: number[] = [];
    for (const after of [...inReturn, exception]) {
      const id = await insertRow(db, 'dutyException', { ...after, dutyRotaId, createdAt: now });
      await audit('dutyException.insert', id, { dutyRotaId, name: rota.name, after });
      ids.push(id);
    }
    return { dutyExceptionId: ids.at(-1) ?? 0 };
  },

  async deleteDutyException({ db, user, params, audit }) {
    const { dutyExceptionId } = params;
    const dutyRotaId = await rotas.findRotaOfException(db, dutyExceptionId);
    const found = dutyRotaId === undefined ? undefined : await rotas.lockRota(db, user, dutyRotaId);
    const rota = requireSeen('dutyException', dutyExceptionId, found);
    requireRight(user, 'duty.manage', rota);
    const before = rota.exceptionList.find((one) => one.dutyExceptionId === dutyExceptionId);
    if (!before) throw new AppError('notFound');
    await deleteRows(db, 'dutyException', dutyExceptionId);
    await audit('dutyException.delete', dutyExceptionId, { dutyRotaId, name: rota.name, before });
  },

  async listDutyShifts({ db, user, body, scope, now }) {
    const { dutyRotaId } = body;
    const found =
      dutyRotaId === undefined
        ? await rotas.listRotasOf(db, scope.selected)
        : [await requireRota(db, user, dutyRotaId, { field: 'dutyRotaId' })];
    const peopleOf = await loadPeopleOf(db, found);
    const [fromMs, toMs] = [Date.parse(body.fromAt), Date.parse(body.toAt)];
    const shiftCnt = found.reduce((sum, { plan }) => sum + plan.shiftList.length, 0);
    if (shiftCnt * ((toMs - fromMs) / DAY_MS) > MAX_CALENDAR_SHIFTS)
      throw new AppError('invalidParameter', { field: 'toAt', reason: 'tooManyShifts' });
    const rotaList = [];
    for (const rota of found) {
      const isChangeable = may(user, 'duty.manage', rota);
      rotaList.push({ ...calendarOf(rota, peopleOf(rota), fromMs, toMs), isChangeable });
      // Other calls go between the rotas.
      await setImmediate();
    }
    return listDutyShifts.response.parse({ serverTime: now.toISOString(), rotaList });
  },

  async getDutyNow({ db, scope, now }) {
    const found = await rotas.listRotasOf(db, scope.selected);
    const peopleOf = await loadPeopleOf(db, found);
    const answers = found.map((rota) => dutyNowOf(rota, peopleOf(rota), now.getTime()));
    const changesAtMs = Math.min(...answers.map((answer) => answer.changesAtMs), Number.POSITIVE_INFINITY);
    return getDutyNow.response.parse({
      serverTime: now.toISOString(),
      changesAt: Number.isFinite(changesAtMs) ? new Date(changesAtMs).toISOString() : null,
      rotaList: answers.map(({ rota }) => rota),
    });
  },
} satisfies Routes;

/** The other half of a swap. */
function swappedBack<E extends { readonly replacedUserNo: number; readonly coveringUserNo: number | null }>(
  { replacedUserNo, coveringUserNo, ...exception }: E,
  swapDate: string,
) {
  return {
    ...exception,
    shiftId: null,
    fromDate: swapDate,
    toDate: swapDate,
    replacedUserNo: coveringUserNo ?? replacedUserNo,
    coveringUserNo: replacedUserNo,
  };
}

/** As the audit log records a rota. */
function recordedRota({ name, metaGroupId, coversAll, subGroupIds, plan }: rotas.StoredRota) {
  return { name, metaGroupId, forSubGroupIdList: coversAll ? null : subGroupIds, ...plan };
}

const NAME_TAKEN = { field: 'name', reason: 'taken' };

async function requireRota(db: Call['db'], user: Call['user'], dutyRotaId: number, detail = {}) {
  return requireSeen('dutyRota', dutyRotaId, await rotas.findRota(db, user, dutyRotaId), detail);
}

/** The caller must not get the ids of groups that they may not see. */
function headOf(rota: rotas.StoredRota, allowed: ReadonlySet<number>) {
  const { dutyRotaId, name, metaGroupId, metaGroupName, coversAll, subGroupIds, updatedAt } = rota;
  return {
    dutyRotaId,
    name,
    metaGroupId,
    metaGroupName,
    forSubGroupIdList: coversAll ? null : subGroupIds.filter((id) => allowed.has(id)),
    updatedAt: updatedAt.toISOString(),
  };
}
