import { getClusterContents } from '@gwanje/contract/clusters/cluster-settings';
import { deleteCluster } from '@gwanje/contract/clusters/clusters';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useSave } from '#components/forms/use-save.ts';
import { Loaded } from '#components/loading/load-failed.tsx';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import classes from '#entities/object-settings/mon-settings.module.css';

interface DeleteClusterDialogProps {
  readonly hostId: number;
  readonly name: string;
  readonly onClose: () => void;
  readonly onDeleted: () => Promise<void>;
}

const COUNTED = [
  ['nodeCnt', 'monSettings.goes.nodes'],
  ['podCnt', 'monSettings.goes.pods'],
  ['volumeCnt', 'monSettings.goes.volumes'],
  ['pvcCnt', 'monSettings.goes.claims'],
  ['openAlarmCnt', 'monSettings.goes.openAlarms'],
  ['alarmCnt', 'monSettings.goes.alarms'],
  ['settingCnt', 'monSettings.goes.settings'],
  ['eventCnt', 'monSettings.goes.events'],
  ['changeCnt', 'monSettings.goes.changes'],
  ['nodeHistoryCnt', 'monSettings.goes.nodeHistory'],
  ['tokenCnt', 'monSettings.goes.tokens'],
] as const satisfies readonly (readonly [string, PlainKey])[];

/** Lists what is deleted with the cluster and asks for its name, to prevent a deletion by mistake. */
export function DeleteClusterDialog({ hostId, name, onClose, onDeleted }: DeleteClusterDialogProps) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const { save: remove, isSaving } = useSave({
    save: () => call(deleteCluster, { params: { hostId } }),
    onSaved: async () => {
      onClose();
      await onDeleted();
      await reloadAfterGroupEdit();
    },
  });
  const contents = useQuery(apiQuery(getClusterContents, { params: { hostId } }, { staleMs: 0 }));
  const { data } = contents;

  return (
    <FormDialog
      title={t('monSettings.deleteTitle')}
      submitLabel={t('monSettings.deleteForGood')}
      isDirty={false}
      isBusy={isSaving}
      isBlocked={typed.trim() !== name || !data}
      attempt={0}
      onSubmit={remove}
      onClose={onClose}
    >
      <p className={classes.danger}>
        <Icon name="mdi-alert" /> {t('monSettings.deleteText', { name })}
      </p>
      <Loaded query={contents} failedTitle={t('monSettings.contentsFailed')} lines={4}>
        {(data) => (
          <>
            <dl className={classes.goes} aria-label={t('monSettings.goesWith')}>
              {COUNTED.map(([key, label]) => (
                <div key={key} data-empty={data[key] === 0}>
                  <dt>{t(label)}</dt>
                  <dd>{formatNumber(data[key])}</dd>
                </div>
              ))}
            </dl>
            <p className={classes.dialogText}>
              {data.since !== null && t('monSettings.goesSince', { at: formatTimestamp(data.since) })}{' '}
              {t('monSettings.agentStays')}
            </p>
          </>
        )}
      </Loaded>
      <TextInput
        label={t('monSettings.typeName')}
        description={<bdi className={classes.typedName}>{name}</bdi>}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        data-autofocus
      />
    </FormDialog>
  );
}
