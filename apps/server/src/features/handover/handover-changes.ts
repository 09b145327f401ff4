import type { Db } from '@gwanje/backend/database/schema';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { finishHandover } from '@gwanje/contract/duty/handovers';
import { MAX_OPEN_ITEMS } from '@gwanje/contract/duty/handovers';
import { type DutyOccurrence, shiftsBetween } from '@gwanje/domain/duty/duty-shifts';
import { DAY_MS, dayOf } from '@gwanje/domain/duty/zone-clock';
import { requireSeen, requireVersion } from '../../access/targets.ts';
import { loadPeopleOf, type PersonOfRota } from '../../alarms/duty/duty-people-repository.ts';
import * as rotas from '../../alarms/duty/rota-repository.ts';
import type { Work } from '../../platform/http/call.ts';
import { insertRow } from '../../platform/store/row-repository.ts';
import {
  contentOf,
  peopleOnDuty,
  type SeenGroups,
  seesAllGroups,
  splitRemarks,
  storedNames,
  storedSubGroups,
} from './handover-answers.ts';
import { searchTextOf } from './handover-content.ts';
import * as handovers from './handover-repository.ts';

/*
 * Finishing and taking over. The demo makes its handovers with the same functions as the routes.
 */

type Written = BodyOf<typeof finishHandover>;
type ShiftOfDay = Pick<Written, 'dutyRotaId' | 'shiftId' | 'date'>;

export async function requireRota({ db, user }: Pick<Work, 'db' | 'user'>, dutyRotaId: number) {
  const field = 'dutyRotaId';
  return requireSeen('dutyRota', dutyRotaId, await rotas.findRota(db, user, dutyRotaId), { field });
}

/** Whoever sees none of the groups that the handover is about must not learn that it exists. */
export function requireHandover(
  handoverId: number,
  stored: handovers.StoredHandover | undefined,
  allowed: SeenGroups,
): handovers.StoredHandover {
  const isSeen = (stored ? storedSubGroups(stored) : []).some((id) => allowed.has(id));
  return requireSeen('handover', handoverId, stored && { ...stored, isSeen });
}

/** The shift must have begun: there is nothing to hand over of the future. */
export function requireShift(
  rota: rotas.StoredRota,
  { shiftId, date }: Pick<ShiftOfDay, 'shiftId' | 'date'>,
  now: Date,
): DutyOccurrence {
  const noon = (dayOf(date) + 0.5) * DAY_MS;
  const shift = shiftsBetween(rotas.rotaOf(rota), noon - 2 * DAY_MS, noon + 2 * DAY_MS).find(
    (one) => one.shiftId === shiftId && one.date === date,
  );
  if (!shift || shift.fromMs > now.getTime()) throw new AppError('notFound', { field: 'shiftId' });
  return shift;
}

/** Stores the draft of a shift, unless it is stored. */
export async function insertDraft(
  db: Db,
  rota: rotas.StoredRota,
  shift: DutyOccurrence,
  people: ReadonlyMap<number, PersonOfRota>,
  now: Date,
) {
  return await handovers.insertHandover(
    db,
    {
      dutyRotaId: rota.dutyRotaId,
      shiftId: shift.shiftId,
      date: shift.date,
      metaGroupId: rota.metaGroupId,
      subGroupIds: rota.subGroupIds,
      rotaName: rota.name,
      shiftName: shift.name,
      timeZone: rota.plan.timeZone,
      people: peopleOnDuty(people, shift),
      fromAt: new Date(shift.fromMs),
      toAt: new Date(shift.toMs),
    },
    now,
  );
}

/** Locks the draft of a shift; the first write stores it. The rota may have lost the shift of a stored draft. */
async function requireDraft(work: Work, body: Written, allowed: SeenGroups) {
  const { db, now } = work;
  const rota = await requireRota(work, body.dutyRotaId);
  const found =
    (await handovers.lockHandoverOf(db, body)) ??
    (await insertDraft(db, rota, requireShift(rota, body, now), (await loadPeopleOf(db, [rota]))(rota), now));
  if (!found) throw new AppError('notFound', { field: 'dutyRotaId' });
  const stored = requireHandover(found.handoverId, found, allowed);
  if (stored.state !== 'draft') {
    const reason = stored.state === 'notWritten' ? 'notWritten' : 'finished';
    throw new AppError('conflict', { reason });
  }
  requireVersion(body.version ?? 0, stored.version);
  return stored;
}

function writtenRemarks({ remarkList }: Written) {
  return Object.fromEntries(remarkList.map(({ key, text }) => [key, text]));
}

/** Stores notes and remarks. Remarks that the writer does not see stay; a writer who sees all groups sees all remarks. */
export async function saveDraft(work: Work, body: Written, allowed: SeenGroups) {
  const stored = await requireDraft(work, body, allowed);
  const hidden = seesAllGroups(stored, allowed)
    ? {}
    : splitRemarks(stored, await contentOf(work.db, stored, work.now), allowed).hidden;
  const remarks = { ...writtenRemarks(body), ...hidden };
  const { handoverId, rotaName, shiftDate } = stored;
  const values = { notes: body.notes, remarks: JSON.stringify(remarks), updatedAt: work.now };
  const version = await handovers.updateHandover(work.db, handoverId, values);
  await work.audit('handover.save', handoverId, { rotaName, date: shiftDate });
  return { handoverId, version };
}

/** From now on the content stays as it is. Remarks that the writer does not see stay. */
export async function finishDraft(work: Work, body: Written, allowed: SeenGroups) {
  const { db, user, now, audit } = work;
  const stored = await requireDraft(work, body, allowed);
  const content = await contentOf(db, stored, now);
  const remarks = { ...writtenRemarks(body), ...splitRemarks(stored, content, allowed).hidden };
  const { handoverId, rotaName, shiftName, shiftDate } = stored;
  const written = [body.notes, ...Object.values(remarks)];
  const words = [rotaName, shiftName, user.name, ...written, ...storedNames(stored)];
  const version = await handovers.updateHandover(db, handoverId, {
    notes: body.notes,
    remarks: JSON.stringify(remarks),
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
}

/** Records who took over a locked handover. A second time it changes nothing. */
export async function takeOverStored(
  { db, user, now, audit }: Work,
  { handoverId, state, takenByNo, rotaName, shiftName, shiftDate }: handovers.StoredHandover,
): Promise<void> {
  if (state === 'draft' || state === 'notWritten') throw new AppError('conflict', { reason: 'notFinished' });
  if (state === 'takenOver') {
    if (takenByNo === user.userNo) return;
    throw new AppError('conflict', { reason: 'takenOver' });
  }
  await handovers.updateHandover(db, handoverId, {
    state: 'takenOver',
    takenAt: now,
    takenBy: user.name,
    takenByNo: user.userNo,
  });
  await audit('handover.takeOver', handoverId, { rotaName, shiftName, date: shiftDate });
}

/** Returns the id of the new item. */
export async function insertItem({ db, user, now, audit }: Work, dutyRotaId: number, text: string) {
  const field = 'dutyRotaId';
  requireSeen('dutyRota', dutyRotaId, await rotas.lockRota(db, user, dutyRotaId), { field });
  if ((await rotas.listOpenItems(db, dutyRotaId)).length >= MAX_OPEN_ITEMS)
    throw new AppError('conflict', { field, reason: 'tooMany' });
  const handoverItemId = await insertRow(db, 'handoverItem', {
    dutyRotaId,
    text,
    createdBy: user.name,
    createdByNo: user.userNo,
    createdAt: now,
  });
  await audit('handoverItem.insert', handoverItemId, { dutyRotaId });
  return handoverItemId;
}
