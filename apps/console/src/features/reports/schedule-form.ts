import { recipientForms } from '@gwanje/contract/alarms/channels';
import { ClockTime } from '@gwanje/contract/alarms/webhooks';
import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import type { ReportKind } from '@gwanje/contract/reports/report-content';
import type { insertReportSchedule, ReportSchedule } from '@gwanje/contract/reports/report-schedules';
import { type FieldErrors, nameError } from '#components/forms/field-errors.ts';

export interface ScheduleDraft {
  readonly name: string;
  readonly metaGroupId: string;
  readonly kind: ReportKind;
  readonly timeZone: string;
  readonly time: string;
  /** One address in each line. */
  readonly receivers: string;
  readonly language: 'ko' | 'en';
  readonly isOn: boolean;
}

export type ScheduleField = 'name' | 'metaGroupId' | 'time' | 'receivers';

export function scheduleDraft(schedule: ReportSchedule | null, firstGroupId: string): ScheduleDraft {
  if (!schedule)
    return {
      name: '',
      metaGroupId: firstGroupId,
      kind: 'weekly',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      time: '09:00',
      receivers: '',
      language: 'ko',
      isOn: true,
    };
  const { name, metaGroupId, kind, timeZone, time, recipientList, language, isOn } = schedule;
  return {
    name,
    metaGroupId: String(metaGroupId),
    kind,
    timeZone,
    time,
    receivers: recipientList.join('\n'),
    language,
    isOn,
  };
}

export function receiversOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
}

export function scheduleErrors({ name, time, receivers }: ScheduleDraft): FieldErrors<ScheduleField> {
  const list = receiversOf(receivers);
  const isValid = list.length > 0 && list.every((one) => recipientForms.email.safeParse(one).success);
  return {
    name: nameError(name),
    time: ClockTime.safeParse(time).success ? undefined : 'reports.schedule.badTime',
    receivers: isValid ? undefined : 'reports.schedule.badReceiver',
  };
}

export function scheduleBody({
  name,
  metaGroupId,
  receivers,
  ...draft
}: ScheduleDraft): BodyIn<typeof insertReportSchedule> {
  return {
    ...draft,
    name: name.trim(),
    metaGroupId: Number(metaGroupId),
    recipientList: receiversOf(receivers),
  };
}
