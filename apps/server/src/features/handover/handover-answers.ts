import type { Db } from '@gwanje/backend/database/schema';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { type getHandover, HandoverContent, HandoverHead } from '@gwanje/contract/duty/handovers';
import type { DutyOccurrence } from '@gwanje/domain/duty/duty-shifts';
import { z } from 'zod';
import type { PersonOfRota } from '../../alarms/duty/duty-people-repository.ts';
import type { StoredRota } from '../../alarms/duty/rota-repository.ts';
import { draftContent, seenContent } from './handover-content.ts';
import { findEarlyEnd, type StoredHandover, type StoredHead } from './handover-repository.ts';

const Ids = z.array(z.number());
const Remarks = z.record(z.string(), z.string());

export function storedSubGroups({ subGroupIds }: Pick<StoredHandover, 'subGroupIds'>): number[] {
  return Ids.parse(subGroupIds);
}

/** What a handover is about: until now while its shift runs. It goes on where the one of the
 * shift right before it was finished early. */
export async function rangeOf(
  db: Db,
  dutyRotaId: number,
  subGroupIds: readonly number[],
  { fromAt, toAt }: Pick<StoredHandover, 'fromAt' | 'toAt'>,
  now: Date,
) {
  const from = (await findEarlyEnd(db, dutyRotaId, fromAt)) ?? fromAt;
  return { dutyRotaId, subGroupIds, from, to: toAt < now ? toAt : now };
}

/** The content of a stored draft. */
export async function currentContent(db: Db, stored: StoredHandover, now: Date): Promise<HandoverContent> {
  return await draftContent(
    db,
    await rangeOf(db, stored.dutyRotaId ?? 0, storedSubGroups(stored), stored, now),
  );
}

export async function storedAnswer(
  db: Db,
  stored: StoredHandover,
  allowed: ReadonlySet<number>,
  now: Date,
): Promise<ResponseOf<typeof getHandover>> {
  const content =
    stored.content === null ? await currentContent(db, stored, now) : HandoverContent.parse(stored.content);
  return {
    ...storedHead(stored),
    serverTime: now.toISOString(),
    content: seenContent(content, (id) => allowed.has(id)),
    notes: stored.notes,
    remarkList: Object.entries(Remarks.parse(stored.remarks)).map(([key, text]) => ({ key, text })),
    version: stored.version,
  };
}

export function storedHead(stored: StoredHead): HandoverHead {
  return HandoverHead.parse({
    ...stored,
    date: stored.shiftDate,
    fromAt: stored.fromAt.toISOString(),
    toAt: stored.toAt.toISOString(),
    finishedAt: stored.finishedAt?.toISOString() ?? null,
    takenAt: stored.takenAt?.toISOString() ?? null,
  });
}

export function draftHead(
  rota: StoredRota,
  shift: DutyOccurrence,
  nameList: readonly string[],
): HandoverHead {
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

export function namesOf(people: ReadonlyMap<number, PersonOfRota>, shift: DutyOccurrence): string[] {
  return shift.people.flatMap(({ userNo }) => people.get(userNo)?.name ?? []);
}
