import type { Db } from '@gwanje/backend/database/schema';
import { dutyAt, nextShift, type PersonOnDuty } from '@gwanje/domain/duty/duty-shifts';
import { isUnavailable } from '@gwanje/domain/duty/duty-timeline';
import type { PeopleByRole } from '@gwanje/domain/duty/escalation';
import { loadPeopleOf, type PersonOfRota } from '../../../duty/duty-people-repository.ts';
import { listRotasOf, rotaOf, type StoredRota } from '../../../duty/rota-repository.ts';
import { findSubGroupOfAlarm } from './escalation-repository.ts';
import type { MessageDuty } from './message-duty.ts';

const AHEAD_DAYS = 8;

/** The people of a rota at an instant, and those of its next shift. */
export function peopleByRole(rota: StoredRota, nowMs: number): PeopleByRole {
  const people = dutyAt(rotaOf(rota), nowMs).flatMap((shift) => shift.people);
  const next = nextShift(rotaOf(rota), nowMs, AHEAD_DAYS)?.people ?? [];
  const at = (position: PersonOnDuty['position']) =>
    people.filter((person) => person.position === position).map(({ userNo }) => userNo);
  return {
    first: at('first'),
    second: at('second'),
    lead: rota.plan.leadUserNo === null ? [] : [rota.plan.leadUserNo],
    next: next.map(({ userNo }) => userNo),
  };
}

/** Who is on duty for the sub group of an alarm; null: no rota covers it. */
export async function loadDutyOfAlarm(db: Db, alarmId: number, now: Date): Promise<MessageDuty> {
  const subGroupId = await findSubGroupOfAlarm(db, alarmId);
  if (subGroupId === undefined) return null;
  const rotas = await listRotasOf(db, [subGroupId]);
  if (rotas.length === 0) return null;
  const peopleOf = await loadPeopleOf(db, rotas);
  const names = { first: new Set<string>(), second: new Set<string>(), lead: new Set<string>() };
  for (const rota of rotas) {
    // Who sees other groups of the rota only can do nothing about this alarm.
    const people = peopleOf({ ...rota, subGroupIds: [subGroupId] });
    const byRole = peopleByRole(rota, now.getTime());
    for (const role of ['first', 'second', 'lead'] as const)
      for (const userNo of byRole[role]) {
        const person = people.get(userNo);
        if (canAct(person)) names[role].add(person?.name ?? '');
      }
  }
  return { first: [...names.first], second: [...names.second], lead: [...names.lead] };
}

function canAct(person: PersonOfRota | undefined): boolean {
  return person?.name != null && !isUnavailable(person.problem);
}
