import type { Hours } from '@gwanje/contract/alarms/webhooks';
import { expect, test } from 'vitest';
import { type Former, type HeldNotice, type Notice, type Receiver, release, route } from './routing.ts';

/** A Monday, 22:00 in Seoul. */
const NOW = Date.parse('2026-03-02T22:00:00+09:00');
const LATER = NOW + 3_600_000;
const includingNow: Hours = { timeZone: 'Asia/Seoul', dayList: [1], from: '21:00', to: '23:00' };
const excludingNow: Hours = { timeZone: 'Asia/Seoul', dayList: [1], from: '09:00', to: '18:00' };

const receiver: Receiver = {
  minLevel: 1,
  sendsRecovery: true,
  hours: null,
  quietHours: null,
  subGroupIdList: null,
  escalateAfterMin: null,
};
const plain = {};
const snoozedUntilMs = LATER;
const criticalOnly = { minLevel: 5 } as const;
const quiet = { quietHours: includingNow };
const away = { hours: excludingNow };
const patient = { escalateAfterMin: 15 };
const withoutEnd = { sendsRecovery: false };

const occurred: Notice = {
  reason: 'occurred',
  level: 1,
  subGroupId: 7,
  maintainedUntilMs: null,
  snoozedUntilMs: null,
};
const critical: Notice = { ...occurred, level: 5 };
const worsened: Notice = { ...occurred, reason: 'worsened' };
const reoccurred: Notice = { ...occurred, reason: 'reoccurred' };
const recovered: Notice = { ...occurred, reason: 'recovered' };
const noMessage: Former = { isSent: false, heldFor: null };
const sent: Former = { isSent: true, heldFor: null };
const held = (heldFor: Former['heldFor']): Former => ({ isSent: false, heldFor });

type Row = [name: string, overrides: Partial<Receiver>, former: Former, notice: Notice, outcome: string];

function decisionText(decision: ReturnType<typeof route> | ReturnType<typeof release>): string {
  if (decision.kind === 'hold') return `hold for ${decision.for} until +${(decision.untilMs - NOW) / 60_000}`;
  return decision.kind === 'drop' ? `drop: ${decision.why}` : decision.kind;
}

test.each<Row>([
  ['is sent at once by default', plain, noMessage, occurred, 'send'],
  ['of a warning is not sent to a receiver of critical alarms', criticalOnly, noMessage, occurred, 'nothing'],
  ['of a critical alarm is sent to it', criticalOnly, noMessage, critical, 'send'],
  ['to critical is sent if no warning was', criticalOnly, noMessage, { ...worsened, level: 5 }, 'send'],
  ['is sent to a receiver of its sub group', { subGroupIdList: [7, 8] }, noMessage, occurred, 'send'],
  ['is not sent to a receiver of other sub groups', { subGroupIdList: [8] }, noMessage, occurred, 'nothing'],
  ['is sent within the receiver’s hours', { hours: includingNow }, noMessage, occurred, 'send'],
  ['is not sent outside the receiver’s hours, even if critical', away, noMessage, critical, 'nothing'],
  ['is held in quiet hours', quiet, noMessage, occurred, 'hold for quiet until +60'],
  ['is sent in quiet hours if critical', quiet, noMessage, critical, 'send'],
  ['is sent outside quiet hours', { quietHours: excludingNow }, noMessage, occurred, 'send'],
  [
    'is held during maintenance',
    plain,
    noMessage,
    { ...critical, maintainedUntilMs: LATER },
    'hold for maintenance until +60',
  ],
  ['is held while snoozed', plain, noMessage, { ...critical, snoozedUntilMs }, 'hold for snooze until +60'],
  ['is held for the escalation time', patient, noMessage, occurred, 'hold for escalation until +15'],
  ['for the worse does not restart the escalation time', patient, held('escalation'), worsened, 'nothing'],
  ['for the worse is sent at once after the escalation time', patient, sent, worsened, 'send'],
  ['back restarts the escalation time', patient, sent, reoccurred, 'hold for escalation until +15'],
  ['is not held twice', plain, held('snooze'), { ...worsened, snoozedUntilMs }, 'nothing'],
  ['to critical is sent although one is held', quiet, held('quiet'), { ...worsened, level: 5 }, 'send'],
])('a new change %s', (_name, overrides, former, notice, outcome) => {
  expect(decisionText(route({ ...receiver, ...overrides }, notice, former, NOW))).toBe(outcome);
});

test.each<Row>([
  ['is sent to a receiver that got the beginning', plain, sent, recovered, 'send'],
  ['is not sent to a receiver that did not get the beginning', plain, noMessage, recovered, 'nothing'],
  ['is not sent to a receiver without recovery messages', withoutEnd, sent, recovered, 'nothing'],
  ['is sent when the alarm is closed', plain, sent, { ...recovered, reason: 'closed' }, 'send'],
  ['is sent outside the receiver’s hours', away, sent, recovered, 'send'],
  ['is held in quiet hours', quiet, sent, recovered, 'hold for quiet until +60'],
  ['is part of the summary if quiet hours hold the beginning', quiet, held('quiet'), recovered, 'nothing'],
  ['is held while snoozed', plain, sent, { ...recovered, snoozedUntilMs }, 'hold for snooze until +60'],
  ['cancels a held escalation', patient, held('escalation'), recovered, 'cancel'],
  ['cancels a held message, also without recovery messages', withoutEnd, held('snooze'), recovered, 'cancel'],
])('the message about the end of an alarm %s', (_name, overrides, former, notice, outcome) => {
  expect(decisionText(route({ ...receiver, ...overrides }, notice, former, NOW))).toBe(outcome);
});

const waiting: HeldNotice = {
  ...occurred,
  heldFor: 'escalation',
  confirmLevel: 1,
  isRecovered: false,
  isFolded: false,
};
const over: Partial<HeldNotice> = { confirmLevel: 0, isRecovered: true };
test.each<[string, Partial<Receiver>, Partial<HeldNotice>, string]>([
  ['is sent without an acknowledgement', patient, {}, 'send'],
  ['is dropped after an acknowledgement', patient, { confirmLevel: 2 }, 'drop: acknowledged'],
  ['is dropped after a recovery', plain, over, 'drop: alarmOver'],
  ['is dropped after the alarm was closed', plain, { confirmLevel: 4 }, 'drop: alarmOver'],
  ['is dropped when the alarm is folded under another', plain, { isFolded: true }, 'drop: alarmFolded'],
  ['is dropped outside the receiver’s hours', away, {}, 'drop: outsideHours'],
  ['is dropped when the receiver now wants critical alarms only', criticalOnly, {}, 'drop: notConcerned'],
  ['is held longer in maintenance', plain, { maintainedUntilMs: LATER }, 'hold for maintenance until +60'],
  ['is held longer when quiet hours have begun', quiet, { heldFor: 'snooze' }, 'hold for quiet until +60'],
  ['about a recovery is sent while it lasts', plain, { ...over, reason: 'recovered' }, 'send'],
  ['about a recovery is dropped when it is over', plain, { reason: 'recovered' }, 'drop: overtaken'],
])('a held message %s', (_name, overrides, notice, outcome) => {
  expect(decisionText(release({ ...receiver, ...overrides }, { ...waiting, ...notice }, NOW))).toBe(outcome);
});
