import { confirmAlarms, getAlarm } from '@gwanje/contract/alarms/alarms';
import { errors } from '@gwanje/contract/definition/errors';
import { AlarmId } from '@gwanje/contract/definition/ids';
import type { ChosenLevel } from '@gwanje/domain/alarms/lifecycle';
import { labelOf } from '@gwanje/domain/labels';
import { confirmLevelKey, confirmLevels } from '@gwanje/domain/mappings/alarm';
import { showFailure } from '#components/forms/show-failure.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { currentLanguage, t } from '#core/i18n/i18n.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { type Confirmable, inCalls } from './confirm-plan.ts';

/**
 * Sets alarms to a level, and sends the state of each that the page showed. Resolves to true if all
 * succeeded. If another user was faster, an alert names that user. The page reloads in both cases.
 */
export async function sendConfirm(
  rows: readonly Pick<Confirmable, 'alarmId' | 'confirmLevel'>[],
  level: ChosenLevel,
  memo: string,
): Promise<boolean> {
  const text = memo.trim();
  try {
    for (const part of inCalls(rows))
      await call(confirmAlarms, {
        body: part.map(({ alarmId, confirmLevel }) => ({
          alarmId,
          confirmLevel: level,
          expectedConfirmLevel: confirmLevel,
          ...(text !== '' && { memo: text }),
        })),
      });
    return true;
  } catch (error) {
    if (!(await showEarlierConfirmation(error))) await showFailure(error);
    return false;
  } finally {
    await refreshAlarms();
  }
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
      who === null ? t('alarms.faster.itself', { state }) : t('alarms.faster.somebody', { name: who, state }),
    msg: `${alarm.objectName} · ${alarmText(alarm, language)}`,
  });
  return true;
}
