import { AlarmTemplateId, HostId, MetaGroupId, SubGroupId } from '@gwanje/contract/definition/fields';
import type { Actor } from '@gwanje/domain/access/permissions';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import {
  MetaGroupSelect,
  preselectedGroups,
  SubGroupSelect,
  TemplateSelect,
} from '#entities/clusters/group-selects.tsx';
import classes from '#entities/object-settings/mon-settings.module.css';
import type { ClusterRow } from './cluster-list.tsx';
import { saveClusters } from './save-clusters.ts';

export type ClusterChangeKind = 'group' | 'template' | 'watch' | 'unwatch';

const NAMES_SHOWN = 8;

interface ChangeClustersDialogProps {
  readonly actor: Actor;
  readonly kind: ClusterChangeKind;
  readonly rows: readonly ClusterRow[];
  /** True: the change was saved. */
  readonly onClose: (isDone: boolean) => void;
}

/** Applies one change to many clusters. */
export function ChangeClustersDialog({ actor, kind, rows, onClose }: ChangeClustersDialogProps) {
  const t = useT();
  const managed = useManagedMetaGroups(actor);
  const form = useEditForm({
    initialValues: {
      metaGroupId: null as number | null,
      subGroupId: null as number | null,
      alarmTemplateId: null as number | null,
    },
    isChanged: () => false,
    validate: ({ metaGroupId, subGroupId, alarmTemplateId }) => ({
      metaGroupId: kind === 'group' && metaGroupId === null ? 'clusterFields.metaGroupRequired' : undefined,
      subGroupId:
        kind === 'group' && metaGroupId !== null && subGroupId === null
          ? 'clusterFields.subGroupRequired'
          : undefined,
      alarmTemplateId:
        kind === 'template' && alarmTemplateId === null ? 'clusterFields.templateRequired' : undefined,
    }),
    reasons: { metaGroupId: {}, subGroupId: {}, alarmTemplateId: {} },
    save: async (values) => {
      const hostIds = rows.map(({ hostId }) => HostId.parse(hostId));
      if (kind === 'watch' || kind === 'unwatch')
        return saveClusters(hostIds, { isMonitored: kind === 'watch' });
      if (kind === 'template')
        return saveClusters(hostIds, { alarmTemplateId: AlarmTemplateId.parse(values.alarmTemplateId) });
      const metaGroupId = MetaGroupId.parse(values.metaGroupId);
      const subGroupId = SubGroupId.parse(values.subGroupId);
      const clusterList = hostIds.map((hostId) => ({ hostId, subGroupId }));
      const move = { kind: 'moveClusters' as const, clusterList };
      if (!(await confirmAccessChange(move, 'accessPreview.confirmMoveClusters', t('monSettings.apply'))))
        return false;
      return saveClusters(hostIds, { metaGroupId, subGroupId });
    },
    onSaved: async () => {
      onClose(true);
      await reloadAfterGroupEdit();
    },
    // The field name `3.name` means the name of the fourth cluster in the request.
    failureTexts: ({ field }) => ({
      taken: t('monSettings.moveTaken', { name: rows[Number(field?.split('.')[0])]?.name ?? '' }),
    }),
  });

  return (
    <FormDialog
      title={t(`monSettings.change.${kind}`)}
      submitLabel={t('monSettings.apply')}
      onClose={() => onClose(false)}
      {...form.frame}
    >
      <p className={classes.dialogText}>{t(`monSettings.changeText.${kind}`)}</p>
      <ul className={classes.names} aria-label={t('monSettings.chosen', { cnt: rows.length })}>
        {rows.slice(0, NAMES_SHOWN).map(({ hostId, name }) => (
          <li key={hostId}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {rows.length > NAMES_SHOWN && (
          <li>{t('monSettings.moreNames', { cnt: rows.length - NAMES_SHOWN })}</li>
        )}
      </ul>
      {kind === 'group' && (
        <>
          <MetaGroupSelect
            label={t('clusterFields.metaGroup')}
            managed={managed}
            {...form.input('metaGroupId')}
            onChange={(id) => form.change({ ...preselectedGroups(managed, id), metaGroupId: id })}
          />
          <SubGroupSelect
            label={t('clusterFields.subGroup')}
            metaGroup={managed.find(({ metaGroupId }) => metaGroupId === form.values.metaGroupId)}
            {...form.input('subGroupId')}
          />
        </>
      )}
      {kind === 'template' && (
        <TemplateSelect label={t('clusterFields.template')} {...form.input('alarmTemplateId')} />
      )}
    </FormDialog>
  );
}
