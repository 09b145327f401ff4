import { ReportKind, reportKinds } from '@gwanje/contract/reports/report-content';
import {
  insertReportSchedule,
  listReportSchedules,
  MAX_REPORT_SCHEDULES,
  type ReportSchedule,
  updateReportSchedule,
} from '@gwanje/contract/reports/report-schedules';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { invalidate } from '#core/api/query-client.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { scheduleBody, scheduleDraft, scheduleErrors } from './schedule-form.ts';

/** Adds or changes a schedule. The group of a schedule stays. */
export function ScheduleDialog({
  schedule,
  onClose,
}: {
  readonly schedule: ReportSchedule | null;
  readonly onClose: () => void;
}) {
  const t = useT();
  const groups = useGroups((state) => state.groupNameList);
  const form = useEditForm({
    initialValues: scheduleDraft(schedule, String(groups[0]?.metaGroupId ?? '')),
    validate: scheduleErrors,
    reasons: { metaGroupId: {}, timeZone: {}, time: {}, receivers: {} },
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
  const { metaGroupId, kind, language, isOn } = form.values;
  return (
    <FormDialog
      title={t(schedule ? 'reports.schedule.edit' : 'reports.schedule.create')}
      submitLabel={t(schedule ? 'common.save' : 'common.create')}
      onClose={onClose}
      {...form.frame}
    >
      <NativeSelect
        label={t('reports.group')}
        value={metaGroupId}
        disabled={schedule !== null}
        data={groups.map((group) => ({ value: String(group.metaGroupId), label: group.metaGroupName }))}
        onChange={(event) => form.change({ metaGroupId: event.currentTarget.value })}
        error={form.errorOf('metaGroupId')}
      />
      <NativeSelect
        label={t('reports.kind')}
        value={kind}
        data={reportKinds.map((value) => ({ value, label: t(`reports.kinds.${value}`) }))}
        onChange={(event) => form.change({ kind: ReportKind.parse(event.currentTarget.value) })}
      />
      <TextInput label={t('reports.schedule.time')} type="time" {...form.input('time')} />
      <TextInput
        label={t('reports.schedule.timeZone')}
        description={t('reports.schedule.timeZoneHint')}
        {...form.input('timeZone')}
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
        data={[
          { value: 'ko', label: '한국어' },
          { value: 'en', label: 'English' },
        ]}
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
