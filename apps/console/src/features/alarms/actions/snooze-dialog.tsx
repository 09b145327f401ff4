import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { addSnooze } from '@gwanje/contract/alarms/silences';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { ObjectId } from '@gwanje/contract/definition/fields';
import { formatElapsed } from '@gwanje/domain/formats/time';
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import classes from './actions.module.css';

const MINUTE_MS = 60_000;
const MAX_REASON = 500;
const USUAL_MIN = 60;

/** Stops notifications for a while. Alarms are still raised and shown. */
export function SnoozeDialog({ alarm, onClose }: { alarm: AlarmRow; onClose: () => void }) {
  const { t, language } = useTexts();
  const scopes = snoozeScopesOf(alarm);
  const form = useEditForm({
    initialValues: { scope: scopes[0]?.of.scope ?? 'cluster', minutes: USUAL_MIN, reason: '' },
    isChanged: ({ reason }) => reason.trim() !== '',
    reasons: { reason: {} },
    save: async ({ scope, minutes, reason }) => {
      const chosen = scopes.find(({ of }) => of.scope === scope);
      return chosen ? call(addSnooze, { body: { of: chosen.of, minutes, reason: reason.trim() } }) : false;
    },
    onSaved: async () => {
      onClose();
      await refreshAlarms();
    },
  });
  const { values, change } = form;

  return (
    <FormDialog title={t('alarms.snooze')} submitLabel={t('alarms.snooze')} onClose={onClose} {...form.frame}>
      <p className={classes.lead}>{t('alarms.snoozing.about')}</p>
      <Radio.Group
        label={t('alarms.snoozing.what')}
        value={values.scope}
        onChange={(value) =>
          change({ scope: scopes.find(({ of }) => of.scope === value)?.of.scope ?? 'cluster' })
        }
      >
        <div className={classes.scopes}>
          {scopes.map(({ of, name }) => (
            <Radio
              key={of.scope}
              size="xs"
              value={of.scope}
              label={
                <>
                  {t(`alarms.snoozing.${of.scope}`)} <bdi className={classes.scopeName}>{name}</bdi>
                </>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <NativeSelect
        label={t('alarms.snoozing.howLong')}
        value={String(values.minutes)}
        data={SNOOZE_MINUTES.map((value) => ({
          value: String(value),
          label: formatElapsed(value * MINUTE_MS, language).split(' ')[0] ?? '',
        }))}
        onChange={({ currentTarget }) => change({ minutes: Number(currentTarget.value) })}
      />
      <TextInput
        label={t('alarms.snoozing.reason')}
        maxLength={MAX_REASON}
        dir="auto"
        {...form.input('reason')}
      />
    </FormDialog>
  );
}

type SnoozeOf = BodyOf<typeof addSnooze>['of'];

interface ScopeChoice {
  readonly of: SnoozeOf;
  readonly name: string;
}

/** The scopes that can be snoozed from an alarm, narrowest first. */
function snoozeScopesOf(alarm: AlarmRow): readonly ScopeChoice[] {
  const { hostId, target, objectId, objectName, namespace, ownerKind, ownerName, nodeId, nodeName } = alarm;
  const choices: ScopeChoice[] = [];
  if (objectId !== null) choices.push({ of: { scope: 'object', hostId, objectId }, name: objectName });
  if (namespace !== null && ownerKind !== null && ownerName !== null)
    choices.push({
      of: { scope: 'owner', hostId, namespace, ownerKind, ownerName },
      name: `${ownerKind} ${namespace}/${ownerName}`,
    });
  const ofNode = target === 'node' ? objectId : nodeId;
  if (ofNode !== null)
    choices.push({
      of: { scope: 'node', hostId, objectId: ObjectId.parse(Number(ofNode)) },
      name: target === 'node' ? objectName : (nodeName ?? ''),
    });
  choices.push({ of: { scope: 'cluster', hostId }, name: alarm.clusterName });
  return choices;
}

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;
const SNOOZE_MINUTES = [30, HOUR_MIN, 4 * HOUR_MIN, 12 * HOUR_MIN, DAY_MIN, 3 * DAY_MIN, 7 * DAY_MIN];
