import type { Db } from '@gwanje/backend/database/schema';
import { type DueStep, nextStep, receiversOf, type SkipReason } from '@gwanje/domain/duty/escalation';
import { loadSeenSubGroups, type SeesSubGroup } from '../../../../access/seen-groups-repository.ts';
import {
  loadPeopleOf,
  type PeopleOfRota,
  type PersonOfRota,
  userNosOf,
} from '../../../duty/duty-people-repository.ts';
import { listRotasOf, type StoredRota } from '../../../duty/rota-repository.ts';
import { loadNotifiableAlarms, type NotifiableAlarm } from '../../alarm-facts-repository.ts';
import { type BrowsersOf, loadBrowsersOf } from '../../channels/push/push-repository.ts';
import type { EscalationFacts } from '../../message-facts.ts';
import { insertMessages, type NewMessage } from '../outbox-repository.ts';
import { summaryFacts } from '../summary-facts.ts';
import {
  dropNeedlessMessages,
  insertSentSteps,
  listSentTimes,
  lockWaitingForStep,
  rotasWithSteps,
} from './escalation-repository.ts';
import { peopleByRole } from './people-on-duty.ts';

const BATCH_SIZE = 500;
/** More messages than this for one person in one batch become one summary. */
const FLOOD = 20;

/** A step for one person, or for nobody. */
interface SentNow {
  readonly alarm: NotifiableAlarm;
  readonly rota: StoredRota;
  readonly beganAt: Date;
  readonly due: DueStep;
  /** Null: nobody could be reached. */
  readonly person: PersonOfRota | null;
  readonly reachedAs: EscalationFacts['reachedAs'] | null;
  readonly skipped: EscalationFacts['skipped'];
}

/**
 * Sends the due escalation steps of alarms that nobody has acknowledged, by mail and to browsers. A step and its messages are
 * written in one transaction that holds the alarm, so that a step is sent once, whichever process does it and whenever it is
 * stopped. Returns how many messages were written.
 */
export async function escalateAlarms(db: Db, now: Date, hasMail: boolean): Promise<number> {
  await dropNeedlessMessages(db);
  let messageCnt = 0;
  for (let afterAlarmId = 0; ; ) {
    const batch = await db.transaction().execute((trx) => escalateBatch(trx, afterAlarmId, now, hasMail));
    messageCnt += batch.messageCnt;
    if (batch.lastAlarmId === undefined) return messageCnt;
    afterAlarmId = batch.lastAlarmId;
  }
}

interface Context {
  readonly rotas: readonly StoredRota[];
  readonly peopleOf: PeopleOfRota;
  readonly sees: SeesSubGroup;
  readonly browsersOf: BrowsersOf;
  readonly hasMail: boolean;
  readonly now: Date;
}

async function loadContext(
  db: Db,
  subGroupIds: readonly number[],
  now: Date,
  hasMail: boolean,
): Promise<Context> {
  const rotas = await listRotasOf(db, subGroupIds);
  const peopleOf = await loadPeopleOf(db, rotas);
  const userNos = new Set(rotas.flatMap((rota) => [...userNosOf(rota)]));
  const sees = await loadSeenSubGroups(db, userNos, subGroupIds);
  const browsersOf = await loadBrowsersOf(db, [...userNos], now);
  return { rotas, peopleOf, sees, browsersOf, hasMail, now };
}

/** A receiver of the outbox through which a person is reached. */
type Way = Pick<NewMessage, 'webhookId' | 'pushSubscriptionId' | 'userNo' | 'webhookName'>;

/** By mail, and in every browser in which the person has turned on notifications. */
function waysTo({ userNo, name, email }: PersonOfRota, { browsersOf, hasMail }: Context): Way[] {
  const mail = { webhookId: null, userNo, webhookName: name ?? '' };
  const browsers = browsersOf(userNo).map(({ pushSubscriptionId, name: browser }) => ({
    ...mail,
    pushSubscriptionId,
    webhookName: browser,
  }));
  return hasMail && email !== null ? [mail, ...browsers] : browsers;
}

async function escalateBatch(
  db: Db,
  afterAlarmId: number,
  now: Date,
  hasMail: boolean,
): Promise<{ messageCnt: number; lastAlarmId: number | undefined }> {
  const locked = await lockWaitingForStep(db, now, afterAlarmId, BATCH_SIZE);
  if (locked.length === 0) return { messageCnt: 0, lastAlarmId: undefined };
  const lastAlarmId = locked.length < BATCH_SIZE ? undefined : locked.at(-1)?.alarmId;
  const subGroupIds = [...new Set(locked.map(({ subGroupId }) => subGroupId))];
  const context = await loadContext(db, subGroupIds, now, hasMail);
  const ids = locked.map(({ alarmId }) => alarmId);
  const sent = Map.groupBy(await listSentTimes(db, ids), stepKey);
  const alarms = new Map((await loadNotifiableAlarms(db, ids, now)).map((alarm) => [alarm.alarmId, alarm]));
  const found: SentNow[] = [];
  for (const { alarmId, beganAt } of locked) {
    const alarm = alarms.get(alarmId);
    if (!alarm || alarm.snoozedUntilMs !== null || alarm.maintainedUntilMs !== null) continue;
    for (const rota of rotasWithSteps(context.rotas, alarm.subGroupId)) {
      const rows = sent.get(stepKey({ alarmId, dutyRotaId: rota.dutyRotaId, beganAt })) ?? [];
      const sentAt = new Map(rows.map(({ stepNo, at }) => [stepNo, at.getTime()]));
      found.push(...stepsNow(alarm, rota, beganAt, sentAt, context));
    }
  }
  const messages = messagesOf(found, context);
  await insertMessages(
    db,
    messages.map(({ message }) => message),
    now,
  );
  const idsOf = (step: SentNow) =>
    messages.filter(({ about }) => about.includes(step)).map(({ message }) => message.deliveryId);
  await insertSentSteps(
    db,
    found.map((one) => rowOf(one, idsOf(one), now)),
  );
  return { messageCnt: messages.length, lastAlarmId };
}

function stepKey(step: { alarmId: number; dutyRotaId: number; beganAt: Date }): string {
  return `${step.alarmId} ${step.dutyRotaId} ${step.beganAt.getTime()}`;
}

function stepsNow(
  alarm: NotifiableAlarm,
  rota: StoredRota,
  beganAt: Date,
  sentAt: Map<number, number>,
  context: Context,
): SentNow[] {
  const { peopleOf, sees, hasMail, now } = context;
  const found: SentNow[] = [];
  const people = peopleOf(rota);
  const since = { beganMs: beganAt.getTime(), level: alarm.facts.level };
  const nowMs = now.getTime();
  const whyUnreachable = (userNo: number): Exclude<SkipReason, 'nobody'> | null => {
    const person = people.get(userNo);
    if (!person || person.problem === 'deleted') return 'deleted';
    if (person.problem === 'suspended') return 'suspended';
    if (!sees(userNo, alarm.subGroupId)) return 'noRight';
    if (waysTo(person, context).length > 0) return null;
    return hasMail ? 'noAddress' : 'noMailServer';
  };
  for (;;) {
    const due = nextStep(rota.plan.stepList, since, sentAt);
    if (!due || due.atMs > nowMs) return found;
    sentAt.set(due.stepNo, nowMs);
    const outcome = receiversOf(due.step.to, peopleByRole(rota, nowMs), whyUnreachable);
    const skipped = outcome.skipped.map(({ role, userNo, why }) => ({
      role,
      name: userNo === null ? null : (people.get(userNo)?.name ?? null),
      userNo,
      why,
    }));
    const step = { alarm, rota, beganAt, due, reachedAs: outcome.role, skipped };
    if (outcome.userNos.length === 0) found.push({ ...step, person: null });
    for (const userNo of outcome.userNos) found.push({ ...step, person: people.get(userNo) ?? null });
  }
}

interface MessageAbout {
  readonly message: NewMessage & { readonly deliveryId: string };
  readonly about: readonly SentNow[];
}

type Content = Pick<NewMessage, 'alarmId' | 'facts'> & { readonly about: readonly SentNow[] };

function messagesOf(steps: readonly SentNow[], context: Context): MessageAbout[] {
  const byPerson = Map.groupBy(steps, ({ person }) => person?.userNo);
  return [...byPerson.values()].flatMap((ofPerson) => {
    const person = ofPerson[0]?.person;
    if (!person) return [];
    const contents = ofPerson.length > FLOOD ? [summaryOf(ofPerson)] : ofPerson.flatMap(contentOf);
    return waysTo(person, context).flatMap((way) =>
      contents.map(({ about, ...content }) => ({
        message: { deliveryId: crypto.randomUUID(), ...way, ...content, held: null },
        about,
      })),
    );
  });
}

function contentOf(step: SentNow): Content[] {
  const { alarm, rota, due, reachedAs, skipped } = step;
  if (reachedAs === null) return [];
  const escalation = { rotaName: rota.name, step: due.stepNo + 1, to: due.step.to, reachedAs, skipped };
  const facts = { reason: 'escalated' as const, alarm: alarm.facts, escalation };
  return [{ alarmId: alarm.alarmId, facts, about: [step] }];
}

function summaryOf(steps: readonly SentNow[]): Content {
  const alarms = steps.map(({ alarm }) => alarm.facts);
  return { alarmId: null, facts: summaryFacts('escalated', alarms), about: steps };
}

function rowOf(
  { alarm, rota, beganAt, due, person, reachedAs, skipped }: SentNow,
  deliveryIds: string[],
  at: Date,
) {
  return {
    alarmId: alarm.alarmId,
    dutyRotaId: rota.dutyRotaId,
    beganAt,
    stepNo: due.stepNo,
    userNo: person?.userNo ?? 0,
    rotaName: rota.name,
    userName: person?.name ?? null,
    stepTo: due.step.to,
    reachedAs,
    skipped: JSON.stringify(skipped),
    deliveryIds,
    at,
  };
}
