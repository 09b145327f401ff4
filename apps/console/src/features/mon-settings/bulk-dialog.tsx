import { AlarmTemplateId, HostId, MetaGroupId, SubGroupId } from '@gwanje/contract/ids';
import type { Actor } from '@gwanje/domain/permissions';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { serverFieldErrors } from '#components/forms/field-errors.ts';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { reloadAfterGroupEdit } from '#core/groups/reload-after-group-edit.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { confirmSight } from '#entities/access-preview/confirm-sight.tsx';
import {
  type GroupChoice,
  MetaGroupSelect,
  onlyGroup,
  SubGroupSelect,
} from '#entities/clusters/group-selects.tsx';
import { TemplateSelect } from '#entities/clusters/template-select.tsx';
import type { ClusterRow } from './cluster-list.tsx';
import classes from './mon-settings.module.css';
import { saveClusters } from './save-clusters.ts';

export type BulkKind = 'group' | 'template' | 'watch' | 'unwatch';
type BulkField = 'metaGroupId' | 'subGroupId' | 'alarmTemplateId';

const TITLES = {
  group: 'monSettings.changeGroup',
  template: 'monSettings.changeTemplate',
  watch: 'monSettings.watchOn',
  unwatch: 'monSettings.watchOff',
} as const satisfies Record<BulkKind, PlainKey>;

const TEXTS = {
  group: 'monSettings.changeGroupText',
  template: 'monSettings.changeTemplateText',
  watch: 'monSettings.watchOnText',
  unwatch: 'monSettings.watchOffText',
} as const satisfies Record<BulkKind, PlainKey>;

const NAMES_SHOWN = 8;
const FIELD_REASONS = { metaGroupId: {}, subGroupId: {}, alarmTemplateId: {} } as const;

interface BulkDialogProps {
  readonly actor: Actor;
  readonly kind: BulkKind;
  readonly rows: readonly ClusterRow[];
  /** True: the change is made. */
  readonly onClose: (isDone: boolean) => void;
}

/** One change to many clusters. */
export function BulkDialog({ actor, kind, rows, onClose }: BulkDialogProps) {
  const t = useT();
  const managed = useManagedMetaGroups(actor);
  const [group, setGroup] = useState<GroupChoice>({ metaGroupId: null, subGroupId: null });
  const [alarmTemplateId, setTemplate] = useState<number | null>(null);
  const { faults, setFaults, attempt, refuse } = useFaults<BulkField>({});
  const [isBusy, run] = useBusy();

  function change(): Parameters<typeof saveClusters>[1] | null {
    if (kind === 'watch' || kind === 'unwatch') return { isMonitored: kind === 'watch' };
    if (kind === 'template') {
      if (alarmTemplateId === null) refuse({ alarmTemplateId: 'clusterFields.templateRequired' });
      return alarmTemplateId === null ? null : { alarmTemplateId: AlarmTemplateId.parse(alarmTemplateId) };
    }
    const { metaGroupId, subGroupId } = group;
    if (metaGroupId === null) refuse({ metaGroupId: 'clusterFields.metaGroupRequired' });
    else if (subGroupId === null) refuse({ subGroupId: 'clusterFields.subGroupRequired' });
    if (metaGroupId === null || subGroupId === null) return null;
    return { metaGroupId: MetaGroupId.parse(metaGroupId), subGroupId: SubGroupId.parse(subGroupId) };
  }

  async function save(): Promise<void> {
    const wanted = change();
    if (!wanted) return;
    try {
      const { subGroupId } = wanted;
      if (subGroupId !== undefined) {
        const clusterList = rows.map(({ hostId }) => ({ hostId: HostId.parse(hostId), subGroupId }));
        const move = { kind: 'moveClusters' as const, clusterList };
        if (!(await confirmSight(move, 'accessPreview.confirmMoveClusters', t('monSettings.apply')))) return;
      }
      await saveClusters(
        rows.map(({ hostId }) => hostId),
        wanted,
      );
    } catch (error) {
      const refused = serverFieldErrors(error, FIELD_REASONS);
      if (refused) return refuse(refused);
      await showFailure(error, { taken: takenText(error) });
      return;
    }
    onClose(true);
    await reloadAfterGroupEdit();
  }

  /** `3.name`: the fourth of the thousand. */
  function takenText(error: unknown): string {
    const at = error instanceof ApiFailure ? Number(error.detail.field?.split('.')[0]) : Number.NaN;
    return t('monSettings.moveTaken', { name: rows[at]?.name ?? '' });
  }

  return (
    <FormDialog
      title={t(TITLES[kind])}
      submitLabel={t('monSettings.apply')}
      isDirty={false}
      isBusy={isBusy}
      attempt={attempt}
      onSubmit={() => void run(save)}
      onClose={() => onClose(false)}
    >
      <p className={classes.dialogText}>{t(TEXTS[kind])}</p>
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
            value={group.metaGroupId}
            fault={faults.metaGroupId}
            onChange={(id) => {
              setGroup({ ...onlyGroup(managed, id), metaGroupId: id });
              setFaults({});
            }}
          />
          <SubGroupSelect
            label={t('clusterFields.subGroup')}
            metaGroup={managed.find(({ metaGroupId }) => metaGroupId === group.metaGroupId)}
            value={group.subGroupId}
            fault={faults.subGroupId}
            onChange={(subGroupId) => {
              setGroup({ ...group, subGroupId });
              setFaults({});
            }}
          />
        </>
      )}
      {kind === 'template' && (
        <TemplateSelect
          label={t('clusterFields.template')}
          value={alarmTemplateId}
          fault={faults.alarmTemplateId}
          onChange={(id) => {
            setTemplate(id);
            setFaults({});
          }}
        />
      )}
    </FormDialog>
  );
}
