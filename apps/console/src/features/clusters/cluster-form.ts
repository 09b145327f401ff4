import type { insertCluster } from '@gwanje/contract/clusters/clusters';
import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { AlarmTemplateId, MetaGroupId, SubGroupId } from '@gwanje/contract/definition/fields';
import { type FieldErrors, NAME_REASONS, nameError } from '#components/forms/field-errors.ts';

type ClusterChoice = 'metaGroupId' | 'subGroupId' | 'alarmTemplateId';
export type ClusterDraft = Readonly<Record<ClusterChoice, number | null>> & { readonly name: string };

/** A null field gets the default of the page. */
export const NOTHING_CHOSEN: ClusterDraft = {
  name: '',
  metaGroupId: null,
  subGroupId: null,
  alarmTemplateId: null,
};

/** In the order of the page. */
export const CLUSTER_REASONS = {
  name: NAME_REASONS,
  metaGroupId: {},
  subGroupId: {},
  alarmTemplateId: {},
} as const;

export function clusterErrors(draft: ClusterDraft): FieldErrors<keyof ClusterDraft> {
  return {
    name: nameError(draft.name),
    metaGroupId: draft.metaGroupId === null ? 'clusterFields.metaGroupRequired' : undefined,
    subGroupId: draft.subGroupId === null ? 'clusterFields.subGroupRequired' : undefined,
    alarmTemplateId: draft.alarmTemplateId === null ? 'clusterFields.templateRequired' : undefined,
  };
}

export function clusterBody(draft: ClusterDraft): BodyIn<typeof insertCluster> {
  return {
    name: draft.name.trim(),
    metaGroupId: MetaGroupId.parse(draft.metaGroupId),
    subGroupId: SubGroupId.parse(draft.subGroupId),
    alarmTemplateId: AlarmTemplateId.parse(draft.alarmTemplateId),
  };
}
