import type { insertCluster } from '@gwanje/contract/clusters/clusters';
import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { AlarmTemplateId, MetaGroupId, SubGroupId } from '@gwanje/contract/definition/ids';
import { type FieldErrors, NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export interface ClusterDraft {
  readonly name: string;
  readonly metaGroupId: number | null;
  readonly subGroupId: number | null;
  readonly alarmTemplateId: number | null;
}
export type ClusterField = keyof ClusterDraft;

/** In the order of the page. */
export const CLUSTER_REASONS = {
  name: NAME_REASONS,
  metaGroupId: {},
  subGroupId: {},
  alarmTemplateId: {},
} as const;

const REQUIRED = {
  metaGroupId: 'clusterFields.metaGroupRequired',
  subGroupId: 'clusterFields.subGroupRequired',
  alarmTemplateId: 'clusterFields.templateRequired',
} as const satisfies Partial<Record<ClusterField, PlainKey>>;

/** The request body, or the error of each field. */
export function clusterBody(
  draft: ClusterDraft,
): { readonly body: BodyIn<typeof insertCluster> } | { readonly faults: FieldErrors<ClusterField> } {
  const fault = nameError(draft.name);
  const faults: Partial<Record<ClusterField, PlainKey>> = fault ? { name: fault } : {};
  if (draft.metaGroupId === null) faults.metaGroupId = REQUIRED.metaGroupId;
  if (draft.subGroupId === null) faults.subGroupId = REQUIRED.subGroupId;
  if (draft.alarmTemplateId === null) faults.alarmTemplateId = REQUIRED.alarmTemplateId;
  if (Object.keys(faults).length > 0) return { faults };
  return {
    body: {
      name: draft.name.trim(),
      metaGroupId: MetaGroupId.parse(draft.metaGroupId),
      subGroupId: SubGroupId.parse(draft.subGroupId),
      alarmTemplateId: AlarmTemplateId.parse(draft.alarmTemplateId),
    },
  };
}
