import type { Db } from '@gwanje/backend/database/schema';
import { dutyAt, nextShift, type PersonOnDuty } from '@gwanje/domain/duty/duty-shifts';
import { isUnavailable } from '@gwanje/domain/duty/duty-timeline';
import type { PeopleByRole } from '@gwanje/domain/duty/escalation';
import { loadPeopleOf, type PeopleOfRota, type PersonOfRota } from '../../../duty/duty-people-repository.ts';
import { listRotasOf, rotaOf, type StoredRota } from '../../../duty/rota-repository.ts';
import { loadActiveWebhooks, loadScopes } from '../../receiver-repository.ts';
import { listSubGroupsOfAlarms } from './escalation-repository.ts';
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

/**
 * Who is on duty for the sub groups of alarms; null: no rota covers any of them. For a webhook, only the sub groups that it sends
 * for count: since the message was written, the cluster of an alarm may have moved to another one.
 */
export async function loadDutyOfAlarms(
  db: Db,
  alarmIds: readonly number[],
  now: Date,
  webhookId: number | null = null,
): Promise<MessageDuty> {
  const found = await listSubGroupsOfAlarms(db, alarmIds);
  const subGroups = webhookId === null ? found : await groupsOfWebhook(db, webhookId, found);
  const rotas = await listRotasOf(
    db,
    subGroups.map(({ subGroupId }) => subGroupId),
  );
  if (rotas.length === 0) return null;
  const peopleOf = await loadPeopleOf(db, rotas);
  const duties = subGroups.flatMap(({ subGroupId, name }) => {
    const covering = rotas.filter(({ subGroupIds }) => subGroupIds.includes(subGroupId));
    return covering.length > 0 ? [dutyOfGroup(subGroupId, name, covering, peopleOf, now)] : [];
  });
  const join = (key: keyof NonNullable<MessageDuty>) => [...new Set(duties.flatMap((duty) => duty[key]))];
  return {
    first: join('first'),
    second: join('second'),
    lead: join('lead'),
    groupsWithoutDuty: join('groupsWithoutDuty'),
  };
}

async function groupsOfWebhook<Group extends { readonly subGroupId: number }>(
  db: Db,
  webhookId: number,
  subGroups: readonly Group[],
): Promise<readonly Group[]> {
  const [webhook] = await loadActiveWebhooks(db, [webhookId]);
  if (!webhook) return [];
  const { subGroupIdList } = webhook;
  const isInScope = await loadScopes(
    db,
    [webhook],
    subGroups.map(({ subGroupId }) => subGroupId),
  );
  return subGroups.filter(
    ({ subGroupId }) => isInScope(webhook, subGroupId) && (subGroupIdList?.includes(subGroupId) ?? true),
  );
}

function dutyOfGroup(
  subGroupId: number,
  groupName: string,
  rotas: readonly StoredRota[],
  peopleOf: PeopleOfRota,
  now: Date,
): NonNullable<MessageDuty> {
  const names = { first: new Set<string>(), second: new Set<string>(), lead: new Set<string>() };
  for (const rota of rotas) {
    // Who sees other groups of the rota only can do nothing about these alarms.
    const people = peopleOf({ ...rota, subGroupIds: [subGroupId] });
    const byRole = peopleByRole(rota, now.getTime());
    for (const role of ['first', 'second', 'lead'] as const)
      for (const userNo of byRole[role]) {
        const person = people.get(userNo);
        if (canAct(person)) names[role].add(person?.name ?? '');
      }
  }
  const isEmpty = names.first.size + names.second.size === 0;
  return {
    first: [...names.first],
    second: [...names.second],
    lead: [...names.lead],
    groupsWithoutDuty: isEmpty ? [groupName] : [],
  };
}

function canAct(person: PersonOfRota | undefined): boolean {
  return person?.name != null && !isUnavailable(person.problem);
}
