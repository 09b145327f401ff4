import { type AlarmRow, confirmAlarms, getAlarm } from '@gwanje/contract/alarms/alarms';
import { errors } from '@gwanje/contract/definition/errors';
import { AlarmId } from '@gwanje/contract/definition/fields';
import { type ChosenLevel, mayConfirm } from '@gwanje/domain/alarms/lifecycle';
import { confirmLevelKey, confirmLevels, labelOf } from '@gwanje/domain/mappings/labels';
import { showFailure } from '#components/forms/show-failure.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { inRequests } from '#core/api/in-requests.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { currentLanguage, t } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';

export type Confirmable = Pick<AlarmRow, 'alarmId' | 'confirmLevel' | 'recoveredAt'> & {
  readonly childCnt: number | null;
};

/** The effect of setting these alarms to a level, as far as the page knows. */
export function confirmPlan(chosen: readonly Confirmable[], level: ChosenLevel) {
  const rows = chosen.filter(({ confirmLevel }) => mayConfirm(confirmLevel, level));
  const { closed, recovered } = confirmLevels;
  const isClosing = level === closed;
  return {
    /** Alarms that can be set to the level. */
    rows,
    /** Alarms that are already at the level, or past it. */
    passedCnt: chosen.length - rows.length,
    /** Folded alarms that change with their parents. Closing a parent does not close its children. */
    childCnt: isClosing ? 0 : rows.reduce((sum, { childCnt }) => sum + (childCnt ?? 0), 0),
    /** Alarms that would be closed while their condition still holds. */
    stillActiveCnt: isClosing
      ? rows.filter((row) => row.confirmLevel !== recovered && row.recoveredAt === null).length
      : 0,
  };
}

/** Sets alarms to a level. The server refuses if an alarm is no longer at the level that the page showed. */
export async function sendConfirm(
  rows: readonly Pick<Confirmable, 'alarmId' | 'confirmLevel'>[],
  level: ChosenLevel,
  memo: string,
): Promise<void> {
  const text = memo.trim();
  await inRequests(rows, (some) =>
    call(confirmAlarms, {
      body: some.map(({ alarmId, confirmLevel }) => ({
        alarmId,
        confirmLevel: level,
        expectedConfirmLevel: confirmLevel,
        ...(text !== '' && { memo: text }),
      })),
    }),
  );
}

/** If another user has changed an alarm meanwhile, the alert names that user. Reloads the alarms. */
export async function showConfirmFailure(error: unknown): Promise<true> {
  if (!(await showEarlierConfirmation(error))) await showFailure(error);
  await refreshAlarms();
  return true;
}

async function showEarlierConfirmation(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiFailure) || error.code !== errors.conflict.code) return false;
  const alarmId = AlarmId.safeParse(error.detail.alarmId).data;
  if (alarmId === undefined) return false;
  const alarm = await call(getAlarm, { params: { alarmId: String(alarmId) } }).catch(() => null);
  if (!alarm) return false;
  const language = currentLanguage();
  const state = labelOf(confirmLevelKey(alarm.confirmLevel), language);
  const isByHand = alarm.confirmLevel !== confirmLevels.recovered && alarm.closeReason === null;
  const who = isByHand ? alarm.confirmedBy : null;
  await showAlert({
    title: t('alarms.faster.title'),
    prependIcon: 'mdi-account-clock-outline',
    text:
      who === null
        ? t('alarms.faster.itself', { state })
        : t('alarms.faster.somebody', { name: personName(who, t), state }),
    msg: `${alarm.objectName} · ${alarmText(alarm, language)}`,
  });
  return true;
}
