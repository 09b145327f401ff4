import { Icon } from '@gwanje/ui/icon';
import { useGroups } from '#core/groups/group-store.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import classes from '../templates.module.css';
import type { HoursDraft, WebhookDraft } from './webhook-form.ts';

const labels: Readonly<Record<keyof WebhookDraft, PlainKey>> = {
  name: 'alarmTemplates.name',
  kind: 'alarmTemplates.hook.kind',
  url: 'alarmTemplates.hook.url',
  recipientList: 'alarmTemplates.hook.recipients',
  hasOwnBody: 'alarmTemplates.hook.ownBody',
  body: 'alarmTemplates.hook.body',
  language: 'alarmTemplates.hook.language',
  minLevel: 'alarmTemplates.hook.minLevel',
  isOn: 'alarmTemplates.hook.use',
  sendsRecovery: 'alarmTemplates.hook.recovery',
  hours: 'alarmTemplates.hook.hours',
  quietHours: 'alarmTemplates.hook.quietHours',
  isForSome: 'alarmTemplates.hook.onlyGroups',
  subGroupIds: 'alarmTemplates.hook.groups',
  escalateAfterMin: 'alarmTemplates.hook.escalate',
};

interface WebhookConflictNoticeProps {
  readonly stored: WebhookDraft;
  readonly differing: readonly (keyof WebhookDraft)[];
}

/** Another user saved the webhook meanwhile: shows the stored values of fields typed differently here. */
export function WebhookConflictNotice({ stored, differing }: WebhookConflictNoticeProps) {
  const t = useT();
  const textOf = useTextOf();
  return (
    <div className={classes.meanwhile} role="alert">
      <strong>
        <Icon name="mdi-account-sync-outline" /> {t('alarmItems.conflictTitle')}
      </strong>
      <p>{t('alarmTemplates.hook.conflict')}</p>
      {differing.length > 0 && (
        <dl>
          {differing.map((key) => (
            <div key={key}>
              <dt>{t(labels[key])}</dt>
              <dd dir="auto">{t('alarmTemplates.hook.storedNow', { value: textOf(stored, key) || '-' })}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function useTextOf() {
  const t = useT();
  const groups = useGroups((state) => state.groupNameList);
  const names = new Map(
    groups.flatMap(({ subGroupNameList }) =>
      subGroupNameList.map(({ subGroupId, subGroupName }) => [String(subGroupId), subGroupName]),
    ),
  );
  const onOff = (isOn: boolean) => t(isOn ? 'alarmItems.on' : 'alarmItems.isOff');
  const hoursText = ({ isOn, from, to, timeZone }: HoursDraft) =>
    isOn ? `${from} ~ ${to} ${timeZone}` : onOff(false);

  return (stored: WebhookDraft, key: keyof WebhookDraft): string => {
    switch (key) {
      case 'kind':
        return t(`alarmTemplates.hook.kinds.${stored.kind}`);
      case 'minLevel':
        return t(stored.minLevel === 1 ? 'alarmTemplates.hook.all' : 'alarmTemplates.hook.criticalOnly');
      case 'hours':
      case 'quietHours':
        return hoursText(stored[key]);
      case 'hasOwnBody':
      case 'isOn':
      case 'sendsRecovery':
      case 'isForSome':
        return onOff(stored[key]);
      case 'subGroupIds':
        return stored.subGroupIds.map((id) => names.get(id) ?? id).join(', ');
      default:
        return stored[key];
    }
  };
}
