import { ReportKind, reportKinds } from '@gwanje/contract/reports/report-content';
import {
  insertReportSchedule,
  listReportSchedules,
  MAX_REPORT_SCHEDULES,
  type ReportSchedule,
  updateReportSchedule,
} from '@gwanje/contract/reports/report-schedules';
import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import { languageNames, languages } from '@gwanje/domain/i18n/language';
import { reportText } from '@gwanje/domain/reports/report-messages';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { TimeZoneSelect } from '#components/forms/time-zone-select.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { invalidate } from '#core/api/query-client.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { scheduleBody, scheduleDraft, scheduleErrors } from './schedule-form.ts';

/** Adds or changes a schedule. The group of a schedule stays. */
export function ScheduleDialog({
  schedule,
  managed,
  onClose,
}: {
  readonly schedule: ReportSchedule | null;
  /** The groups whose schedules the user may change. */
  readonly managed: readonly GroupNameEntry[];
  readonly onClose: () => void;
}) {
  const { t, language: ownLanguage } = useTexts();
  const form = useEditForm({
    initialValues: scheduleDraft(schedule, String(managed[0]?.metaGroupId ?? '')),
    validate: scheduleErrors,
    reasons: { name: NAME_REASONS, metaGroupId: {}, time: {}, receivers: {} },
    failureTexts: {
      applied: t('reports.schedule.tooMany', { cnt: MAX_REPORT_SCHEDULES }),
    },
    save: async (draft): Promise<unknown> => {
      const body = scheduleBody(draft);
      if (!schedule) return await call(insertReportSchedule, { body });
      const { reportScheduleId, version } = schedule;
      return await call(updateReportSchedule, { body: { reportScheduleId, version, ...body } });
    },
    onSaved: async () => {
      await invalidate([listReportSchedules]);
      onClose();
    },
  });
  const { metaGroupId, kind, timeZone, language, isOn } = form.values;
  return (
    <FormDialog
      title={t(schedule ? 'reports.schedule.edit' : 'reports.schedule.create')}
      submitLabel={t(schedule ? 'common.save' : 'common.create')}
      onClose={onClose}
      {...form.frame}
    >
      <NameField label={t('reports.schedule.name')} {...form.input('name')} />
      <NativeSelect
        label={t('reports.group')}
        value={metaGroupId}
        disabled={schedule !== null}
        data={managed.map((group) => ({ value: String(group.metaGroupId), label: group.metaGroupName }))}
        onChange={(event) => form.change({ metaGroupId: event.currentTarget.value })}
        error={form.errorOf('metaGroupId')}
      />
      <NativeSelect
        label={t('reports.kind')}
        value={kind}
        data={reportKinds.map((value) => ({ value, label: reportText[ownLanguage](`kind.${value}`) }))}
        onChange={(event) => form.change({ kind: ReportKind.parse(event.currentTarget.value) })}
      />
      <TextInput label={t('reports.schedule.time')} type="time" {...form.input('time')} />
      <TimeZoneSelect
        label={t('reports.schedule.timeZone')}
        description={t('reports.schedule.timeZoneHint')}
        value={timeZone}
        onChange={(zone) => form.change({ timeZone: zone })}
      />
      <Textarea
        label={t('reports.schedule.receivers')}
        description={t('reports.schedule.receiversHint')}
        rows={4}
        {...form.input('receivers')}
      />
      <NativeSelect
        label={t('reports.schedule.language')}
        value={language}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(event) => form.change({ language: event.currentTarget.value === 'en' ? 'en' : 'ko' })}
      />
      <Checkbox
        label={t('reports.schedule.isOn')}
        checked={isOn}
        onChange={(event) => form.change({ isOn: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
