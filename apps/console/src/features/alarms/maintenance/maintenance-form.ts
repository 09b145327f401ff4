import { insertMaintenance, MAX_MAINTENANCE_DAYS } from '@gwanje/contract/alarms/silences';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { HostId, SubGroupId } from '@gwanje/contract/definition/fields';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import { instantOfLocal, localTimeText } from '#components/range/local-time.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export type MaintenanceDraft = Readonly<ReturnType<typeof maintenanceDraft>>;
/** The field names of the server. */
export type MaintenanceField = 'of' | 'fromAt' | 'toAt' | 'reason';

const HOUR_MS = 3_600_000;
const USUAL_MS = 2 * HOUR_MS;
const MAX_MS = MAX_MAINTENANCE_DAYS * 24 * HOUR_MS;

/** `target`: `cluster:1` or `subGroup:1`; null: none chosen yet. The times have the format of a `datetime-local` field. */
export function maintenanceDraft(nowMs: number) {
  return { target: null as string | null, from: fieldOf(nowMs), to: fieldOf(nowMs + USUAL_MS), reason: '' };
}

function fieldOf(instantMs: number): string {
  return localTimeText(instantMs).slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** The request body. An untouched start time is omitted: the server then uses its own clock. */
export function maintenanceBody(
  { target, from, to, reason }: MaintenanceDraft,
  first: MaintenanceDraft,
): BodyOf<typeof insertMaintenance> | null {
  const of = targetOf(target);
  const fromAt = instantOfLocal(from);
  const toAt = instantOfLocal(to);
  if (of === null || fromAt === undefined || toAt === undefined) return null;
  return { of, ...(from !== first.from && { fromAt }), toAt, reason: reason.trim() };
}

function targetOf(target: string | null): BodyOf<typeof insertMaintenance>['of'] | null {
  const [scope, id] = target?.split(':') ?? [];
  if (scope === 'cluster') return { scope, hostId: HostId.parse(Number(id)) };
  return scope === 'subGroup' ? { scope, subGroupId: SubGroupId.parse(Number(id)) } : null;
}

export function maintenanceErrors(draft: MaintenanceDraft, nowMs: number): FieldErrors<MaintenanceField> {
  const fromAt = instantOfLocal(draft.from);
  const toAt = instantOfLocal(draft.to);
  const fieldErrors: Partial<Record<MaintenanceField, PlainKey>> = {};
  if (draft.target === null) fieldErrors.of = 'alarms.maintenance.noTarget';
  if (fromAt === undefined) fieldErrors.fromAt = 'alarms.maintenance.noTime';
  if (toAt === undefined) fieldErrors.toAt = 'alarms.maintenance.noTime';
  else if (Date.parse(toAt) <= nowMs) fieldErrors.toAt = 'alarms.maintenance.past';
  else if (fromAt !== undefined && toAt <= fromAt) fieldErrors.toAt = 'alarms.maintenance.notAfter';
  else if (fromAt !== undefined && Date.parse(toAt) - Date.parse(fromAt) > MAX_MS)
    fieldErrors.toAt = 'alarms.maintenance.tooLong';
  if (!insertMaintenance.body.shape.reason.safeParse(draft.reason).success)
    fieldErrors.reason = 'alarms.maintenance.reasonError';
  return fieldErrors;
}
