import type { Db } from '@gwanje/backend/database/schema';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { type getHandover, HandoverHead } from '@gwanje/contract/duty/handovers';
import type { DutyOccurrence } from '@gwanje/domain/duty/duty-shifts';
import { z } from 'zod';
import { seesEverySubGroup } from '../../access/visibility-repository.ts';
import type { PersonOfRota } from '../../alarms/duty/duty-people-repository.ts';
import type { StoredRota } from '../../alarms/duty/rota-repository.ts';
import type { Call } from '../../platform/http/call.ts';
import { draftContent, FullContent, seenContent, seenKeys } from './handover-content.ts';
import { findEarlyEnd, type StoredHandover, type StoredHead } from './handover-repository.ts';

const Ids = z.array(z.number());
const Remarks = z.record(z.string(), z.string());

/** Handovers from before the numbers were stored have names alone. */
const People = z.array(z.union([z.string(), z.object({ name: z.string() })]));

export function storedNames({ nameList }: Pick<StoredHandover, 'nameList'>): string[] {
  return People.parse(nameList).map((person) => (typeof person === 'string' ? person : person.name));
}

export function storedSubGroups({ subGroupIds }: Pick<StoredHandover, 'subGroupIds'>): number[] {
  return Ids.parse(subGroupIds);
}

/** What a handover is about: until now while its shift runs. It goes on where the one of the
 * shift right before it was finished early. */
export async function rangeOf(
  db: Db,
  dutyRotaId: number | null,
  subGroupIds: readonly number[],
  { fromAt, toAt }: Pick<StoredHandover, 'fromAt' | 'toAt'>,
  now: Date,
) {
  const earlyEnd = dutyRotaId === null ? undefined : await findEarlyEnd(db, dutyRotaId, fromAt);
  const from = earlyEnd ?? fromAt;
  const isOver = toAt < now;
  return { dutyRotaId, subGroupIds, from, to: isOver ? toAt : now, isOver };
}

/** The content of a handover: as it was when somebody finished it, or of a draft as it is now. */
export async function contentOf(db: Db, stored: StoredHandover, now: Date): Promise<FullContent> {
  if (stored.content !== null) return FullContent.parse(stored.content);
  return await draftContent(db, await rangeOf(db, stored.dutyRotaId, storedSubGroups(stored), stored, now));
}

/** The sub groups whose lines the caller sees. */
export type SeenGroups = Pick<ReadonlySet<number>, 'has'>;

/** Nobody has rights to a deleted sub group, so total admins see its lines. */
export function seenGroupsOf({ user, scope }: Pick<Call, 'user' | 'scope'>): SeenGroups {
  return seesEverySubGroup(user) ? { has: () => true } : scope.allowed;
}

export function seesAllGroups(stored: Pick<StoredHandover, 'subGroupIds'>, allowed: SeenGroups): boolean {
  return storedSubGroups(stored).every((id) => allowed.has(id));
}

interface SplitRemarks {
  readonly seen: z.infer<typeof Remarks>;
  readonly hidden: z.infer<typeof Remarks>;
}

/** Somebody who does not see all groups of a handover sees the remarks on the lines that they see. */
export function splitRemarks(
  stored: Pick<StoredHandover, 'remarks' | 'subGroupIds'>,
  content: FullContent,
  allowed: SeenGroups,
): SplitRemarks {
  const sees = (id: number) => allowed.has(id);
  const isWhole = seesAllGroups(stored, allowed);
  const keys = seenKeys(content, sees);
  const entries = Object.entries(Remarks.parse(stored.remarks));
  const isSeen = ([key]: readonly [string, string]) => isWhole || keys.has(key);
  return {
    seen: Object.fromEntries(entries.filter(isSeen)),
    hidden: Object.fromEntries(entries.filter((entry) => !isSeen(entry))),
  };
}

export async function storedAnswer(
  db: Db,
  stored: StoredHandover,
  allowed: SeenGroups,
  now: Date,
): Promise<ResponseOf<typeof getHandover>> {
  const content = await contentOf(db, stored, now);
  return {
    ...storedHead(stored),
    serverTime: now.toISOString(),
    content: seenContent(content, (id) => allowed.has(id)),
    notes: stored.notes,
    remarkList: Object.entries(splitRemarks(stored, content, allowed).seen).map(([key, text]) => ({
      key,
      text,
    })),
    version: stored.version,
  };
}

export function storedHead(stored: StoredHead): HandoverHead {
  return HandoverHead.parse({
    ...stored,
    nameList: storedNames(stored),
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
  people: readonly { readonly name: string }[],
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
    nameList: people.map(({ name }) => name),
    state: 'draft',
    finishedBy: null,
    finishedByNo: null,
    finishedAt: null,
    takenBy: null,
    takenAt: null,
  });
}

/** Who is on duty in a shift. */
export function peopleOnDuty(
  people: ReadonlyMap<number, PersonOfRota>,
  shift: DutyOccurrence,
): { readonly userNo: number; readonly name: string }[] {
  return shift.people.flatMap(({ userNo }) => {
    const name = people.get(userNo)?.name;
    return name ? { userNo, name } : [];
  });
}
