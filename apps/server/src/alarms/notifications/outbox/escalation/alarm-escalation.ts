import type { Db } from '@gwanje/backend/database/schema';
import { AlarmEscalation, stepChannels } from '@gwanje/contract/alarms/alarm-escalation';
import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { nextStep } from '@gwanje/domain/duty/escalation';
import { confirmLevels } from '@gwanje/domain/mappings/labels';
import { loadPeopleOf } from '../../../duty/duty-people-repository.ts';
import { listRotasOf } from '../../../duty/rota-repository.ts';
import {
  findBeganAt,
  findSubGroupOfAlarm,
  listSentSteps,
  rotasWithSteps,
  type StepDelivery,
} from './escalation-repository.ts';
import { peopleByRole } from './people-on-duty.ts';

type EscalatedAlarm = Pick<
  AlarmRow,
  'alarmId' | 'level' | 'confirmLevel' | 'recoveredAt' | 'isSnoozed' | 'isInMaintenance'
>;

/** The escalation steps that were sent for an alarm, and those that come if nobody acknowledges it. */
export async function loadAlarmEscalation(
  db: Db,
  alarm: EscalatedAlarm,
  now: Date,
): Promise<AlarmEscalation> {
  const { alarmId } = alarm;
  const sent = await listSentSteps(db, [alarmId]);
  const subGroupId = await findSubGroupOfAlarm(db, alarmId);
  const found = subGroupId === undefined ? [] : await listRotasOf(db, [subGroupId]);
  const rotas = rotasWithSteps(found, subGroupId ?? 0);
  const beganAt = (await findBeganAt(db, alarmId)) ?? now;
  const peopleOf = await loadPeopleOf(db, rotas);
  const endedBy = endOf(alarm);
  const next = rotas.flatMap((rota) => {
    const sentAt = new Map(
      sent
        .filter((step) => step.dutyRotaId === rota.dutyRotaId && step.beganAt.getTime() === beganAt.getTime())
        .map(({ stepNo, at }) => [stepNo, at.getTime()]),
    );
    const due = nextStep(rota.plan.stepList, { beganMs: beganAt.getTime(), level: alarm.level }, sentAt);
    if (!due || endedBy === 'acknowledged' || endedBy === 'over') return [];
    const people = peopleOf(rota);
    const atMs = Math.max(due.atMs, now.getTime());
    return {
      rotaName: rota.name,
      stepNo: due.stepNo + 1,
      stepTo: due.step.to,
      at: new Date(atMs).toISOString(),
      nameList: peopleByRole(rota, atMs)[due.step.to].flatMap((userNo) => people.get(userNo)?.name ?? []),
    };
  });
  return AlarmEscalation.parse({
    endedBy: sent.length > 0 || rotas.length > 0 ? endedBy : null,
    sentList: sent.map(({ stepNo, rotaName, userName, stepTo, reachedAs, skipped, at, deliveryList }) => ({
      rotaName,
      stepNo: stepNo + 1,
      stepTo,
      userName,
      reachedAs,
      skippedList: skipped,
      at: at.toISOString(),
      deliveryList: stepChannels.flatMap((channel) => furthest(deliveryList, channel) ?? []),
    })),
    nextList: next,
  });
}

const BY_PROGRESS: readonly StepDelivery['state'][] = ['delivered', 'waiting', 'failed', 'dropped'];

/** Of several browsers one that has got the message, or may still get it. */
function furthest(list: readonly StepDelivery[], channel: StepDelivery['channel']): StepDelivery | undefined {
  const ofChannel = list.filter((one) => one.channel === channel);
  return BY_PROGRESS.flatMap((state) => ofChannel.filter((one) => one.state === state))[0];
}

function endOf(alarm: EscalatedAlarm): AlarmEscalation['endedBy'] {
  const { recovered, closed, occurred } = confirmLevels;
  if (alarm.recoveredAt !== null || alarm.confirmLevel === recovered || alarm.confirmLevel === closed)
    return 'over';
  if (alarm.confirmLevel !== occurred) return 'acknowledged';
  if (alarm.isInMaintenance) return 'maintenance';
  return alarm.isSnoozed ? 'snooze' : null;
}
