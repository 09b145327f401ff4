import { type AddressField, addressFieldsOf, channels } from '@gwanje/contract/alarms/channels';
import { listWebhookKinds } from '@gwanje/contract/alarms/webhooks';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { Checkbox, MultiSelect, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { useEditForm } from '#components/forms/use-edit-form.ts';
import { apiQuery } from '#core/api/query.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import classes from '../templates.module.css';
import { type HoursDraft, previewOf, type WebhookDraft, type WebhookField } from './webhook-form.ts';

export interface WebhookFieldsProps {
  readonly form: ReturnType<typeof useEditForm<WebhookDraft, WebhookField>>;
}

/** The address fields of the chosen channel. */
export function AddressInputs({ form }: WebhookFieldsProps) {
  const t = useT();
  const { kind } = form.values;
  const { needs, recipients = 'email' } = channels[kind];
  const uses = (field: AddressField) => addressFieldsOf(kind).includes(field);
  return (
    <>
      {uses('url') && (
        <TextInput
          label={t('alarmTemplates.hook.url')}
          placeholder="https://"
          {...form.input('url')}
          required
        />
      )}
      {uses('secret') && (
        <PasswordInput
          label={t(
            `alarmTemplates.hook.secrets.${kind === 'telegram' || kind === 'pagerDuty' ? kind : 'kakaoRelay'}`,
          )}
          autoComplete="off"
          {...form.input('secret')}
          required={needs.includes('secret')}
        />
      )}
      {uses('recipientList') && (
        <Textarea
          label={t('alarmTemplates.hook.recipients')}
          description={t(`alarmTemplates.hook.recipientHints.${recipients}`)}
          rows={2}
          {...form.input('recipientList')}
          required
        />
      )}
      {uses('successText') && (
        <TextInput
          label={t('alarmTemplates.hook.successText')}
          description={t('alarmTemplates.hook.successTextHint')}
          maxLength={200}
          {...form.input('successText')}
        />
      )}
    </>
  );
}

/** Limits the webhook to clusters of chosen sub groups; default: all clusters that use the template. */
export function SubGroupsField({ form }: WebhookFieldsProps) {
  const t = useT();
  const groups = useGroups((state) => state.groupNameList);
  const { isForSome, forSubGroupIdList } = form.values;
  return (
    <div>
      <Switch size="xs" label={t('alarmTemplates.hook.onlyGroups')} {...form.flag('isForSome')} />
      {isForSome && (
        <MultiSelect
          className={classes.under ?? ''}
          aria-label={t('alarmTemplates.hook.groups')}
          placeholder={forSubGroupIdList.length === 0 ? t('alarmTemplates.hook.groupsHint') : ''}
          data={groups.map(({ metaGroupName, subGroupNameList }) => ({
            group: metaGroupName,
            items: subGroupNameList.map(({ subGroupId, subGroupName }) => ({
              value: String(subGroupId),
              label: subGroupName,
            })),
          }))}
          value={[...forSubGroupIdList]}
          error={form.errorOf('forSubGroupIdList')}
          onChange={(ids) => form.change({ forSubGroupIdList: ids })}
          openOnFocus={false}
          searchable
          clearable
        />
      )}
    </div>
  );
}

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** A Monday, used to format the names of the weekdays. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

interface HoursFieldsProps extends WebhookFieldsProps {
  readonly field: 'hours' | 'quietHours';
}

export function HoursFields({ form, field }: HoursFieldsProps) {
  const { t, language } = useTexts();
  const hours = form.values[field];
  const change = (patch: Partial<HoursDraft>) => form.change({ [field]: { ...hours, ...patch } });
  const nameOf = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const times = { from: 'time', to: 'time', timeZone: 'text' } as const;
  return (
    <div>
      <Switch
        size="xs"
        label={t(`alarmTemplates.hook.${field}`)}
        checked={hours.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {hours.isOn && (
        <div className={classes.hours}>
          <Checkbox.Group
            value={hours.dayList.map(String)}
            onChange={(days) => change({ dayList: days.map(Number) })}
          >
            <div className={classes.days}>
              {DAYS.map((day) => (
                <Checkbox
                  key={day}
                  size="xs"
                  value={String(day)}
                  label={nameOf.format(MONDAY_MS + (day - 1) * DAY_MS)}
                />
              ))}
            </div>
          </Checkbox.Group>
          <div className={classes.third}>
            {(['from', 'to', 'timeZone'] as const).map((name) => (
              <TextInput
                key={name}
                type={times[name]}
                label={t(`alarmTemplates.hook.${name}`)}
                value={hours[name]}
                error={name === 'from' && form.errorOf(field)}
                onChange={(event) => change({ [name]: event.currentTarget.value })}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

const kindsQuery = apiQuery(listWebhookKinds, {}, { staleMs: 600_000 });

/** The body template, the variables that it may use, and a preview. */
export function BodyFields({ form }: WebhookFieldsProps) {
  const t = useT();
  const { data } = useQuery(kindsQuery);
  const { kind, language, hasOwnBody, bodyTemplate } = form.values;
  const standard = data?.kindList.find((one) => one.kind === kind);
  const template = hasOwnBody ? bodyTemplate : (standard?.bodyTemplate[language] ?? '');
  return (
    <>
      {standard && !standard.isAvailable && <p className={classes.bad}>{t('alarmTemplates.hook.noMail')}</p>}
      <Switch
        size="xs"
        label={t('alarmTemplates.hook.ownBody')}
        checked={hasOwnBody}
        onChange={({ currentTarget: { checked } }) =>
          form.change({ hasOwnBody: checked, bodyTemplate: bodyTemplate === '' ? template : bodyTemplate })
        }
      />
      {hasOwnBody && (
        <>
          <Textarea
            label={t('alarmTemplates.hook.body')}
            rows={6}
            maxLength={10_000}
            spellCheck={false}
            {...form.input('bodyTemplate')}
          />
          <div className={classes.variables}>
            {data?.variableList.map((variable) => (
              <button
                key={variable}
                type="button"
                className={classes.variable}
                title={t('alarmTemplates.hook.addVariable')}
                onClick={() => form.change({ bodyTemplate: `${bodyTemplate}{{${variable}}}` })}
              >
                {variable}
              </button>
            ))}
          </div>
        </>
      )}
      {template !== '' && (
        <section aria-label={t('alarmTemplates.hook.preview')}>
          <p className={classes.note}>{t('alarmTemplates.hook.preview')}</p>
          <pre className={classes.preview}>{previewOf(template, examples(language))}</pre>
        </section>
      )}
    </>
  );
}

function examples(language: 'ko' | 'en'): Readonly<Record<string, string>> {
  const item = alarmItems['node.cpuUsage'].label[language];
  return {
    deliveryId: '7d0e7c1e-5b0a-4c57-9d0e-1a2b3c4d5e6f',
    reason: 'occurred',
    summary: `${item} 97 % (95 %)`,
    alarmId: '1024',
    level: labelOf('alarmLevel.critical', language),
    type: labelOf('alarmType.performance', language),
    state: labelOf('confirmLevel.occurred', language),
    cluster: 'prod-seoul-01',
    target: labelOf('objectType.node', language),
    namespace: '',
    name: 'node-07',
    node: 'node-07',
    item,
    value: '97 %',
    threshold: '95 %',
    count: '1',
    occurredAt: '2026-11-16T09:00:00+09:00',
    changedAt: '2026-11-16T09:00:00+09:00',
    occurredTime: language === 'ko' ? '2026-11-16 09:00:00 (한국 시각)' : '2026-11-16 00:00:00 (UTC)',
    user: '',
    memo: '',
    link: `${window.location.origin}/alarm-list`,
    dutyFirst: '김관제',
    dutySecond: '이당직',
    dutyLead: '박책임',
    incident: 'gwanje-1024',
    action: 'trigger',
    severity: 'critical',
    color: '#d93a3f',
    recipient: '010-1234-5678',
    receiptUrl: `${window.location.origin}/receipt/v1/…`,
  };
}
