import { showFailure } from '#components/forms/show-failure.ts';
import type { ListDeclaration } from '#components/list/define-list.ts';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { apiKey } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useManagedClusters } from '#core/groups/use-managed-clusters.ts';
import { useT } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';

const MOST_AT_ONCE = 1000;

interface Watched {
  readonly hostId: number;
  readonly isMonitored: boolean;
}

/** Adds the chosen rows to the watch or removes them, for clusters that the user may change. */
export function useWatchActions<Row extends Watched>(
  { endpoint }: Pick<ListDeclaration<Row>, 'endpoint'>,
  save: (rows: readonly Row[], isMonitored: boolean) => Promise<unknown>,
): readonly BulkAction<Row>[] {
  const t = useT();
  const hostIds = new Set<number>(useManagedClusters().map(({ hostId }) => hostId));

  async function change(rows: readonly Row[], isMonitored: boolean): Promise<'done' | 'kept'> {
    const own = rows.filter(({ hostId }) => hostIds.has(hostId));
    if (refuseWhileReadOnly(own.length === 0)) return 'kept';
    const changed = own.filter((row) => row.isMonitored !== isMonitored);
    const isConfirmed = await showConfirm({
      title: t(isMonitored ? 'monSettings.watchOn' : 'monSettings.watchOff'),
      text: t(isMonitored ? 'monSettings.watchOnAsk' : 'monSettings.watchOffAsk', { cnt: changed.length }),
      msg: t(isMonitored ? 'monSettings.watchOnText' : 'monSettings.watchOffText'),
      ...(own.length < rows.length && {
        captionMsg: t('monSettings.foreignLeft', { cnt: rows.length - own.length }),
      }),
    });
    if (!isConfirmed) return 'kept';
    try {
      for (let at = 0; at < changed.length; at += MOST_AT_ONCE)
        await save(changed.slice(at, at + MOST_AT_ONCE), isMonitored);
      return 'done';
    } catch (error) {
      await showFailure(error);
      return 'kept';
    } finally {
      await queryClient.invalidateQueries({ queryKey: apiKey(endpoint) });
    }
  }

  return [
    {
      id: 'watch',
      label: t('monSettings.watchOn'),
      icon: 'mdi-eye-outline',
      run: (rows) => change(rows, true),
    },
    {
      id: 'unwatch',
      label: t('monSettings.watchOff'),
      icon: 'mdi-eye-off-outline',
      run: (rows) => change(rows, false),
    },
  ];
}
